// sending
