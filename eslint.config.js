// Faults that are seen without running a page, and the part of the language that front ends keep to.
import js from "@eslint/js";
import globals from "globals";

const SCRIPTS = [
  "depcluster/widgets/base/alone.js",
  "docs/static/*.js",
  "tests/**/*.js",
  "share/**",
];
// What one plain script leaves for another.
const SHARED = ["modelOf", "revived", "showWidget", "widgets", "walk", "DOCUMENTATION_OPTIONS"];

// What `depcluster/widgets/base/bundle.py` reads: [selector, what to write].
const GRAMMAR = [
  [
    "ImportDefaultSpecifier, ImportNamespaceSpecifier, ImportDeclaration[attributes.length>0]",
    'Write import { a, b as c } from "./file.js";',
  ],
  [
    "ImportDeclaration[specifiers.length>0][source.value!=/^\\.[^?]*\\.js(\\?worker)?$/]",
    'Import names from "./file.js" or "./file.js?worker".',
  ],
  [
    "ImportDeclaration[specifiers.length=0][source.value!=/^\\..*\\.css$/]",
    'Import nothing but a style sheet, "./file.css", without names.',
  ],
  [
    "ImportExpression, MetaProperty[meta.name='import'], AwaitExpression:not(:function *)",
    "A module is a function that is called once, within one script.",
  ],
  [
    "ExportAllDeclaration, ExportNamedDeclaration[declaration=null], "
      + "ExportNamedDeclaration > VariableDeclaration[kind!='const'], "
      + "ExportNamedDeclaration > VariableDeclaration[declarations.length>1], "
      + "ExportNamedDeclaration > VariableDeclaration > VariableDeclarator[id.type!='Identifier']",
    "Write export before a function, a class or a const of one name.",
  ],
  [
    "ExportDefaultDeclaration[declaration.type!='ObjectExpression']",
    "Write export default { render };",
  ],
  [
    "TemplateElement[value.raw=/\\n/], Literal[raw=/\\n/]",
    "Write a line break within text as \\n: breaks of the file are left out of pages.",
  ],
  [
    "TemplateElement[value.raw=/ \\u002f\\u002f |\\u002f\\*\\*/], "
      + "Literal[raw=/ \\u002f\\u002f |\\u002f\\*\\*/]",
    "This text would be taken for a comment; join it of two.",
  ],
  [
    "Identifier[name=/^\\$/]:not(MemberExpression > .property, Property > .key)",
    "Names that begin with $ are those of modules in a page.",
  ],
].map(([selector, message]) => ({ selector, message }));

// The engine is read by its signatures: what a function takes and returns stands above it, for tsc.
const signatures = {
  create: ({ sourceCode, report }) => ({
    "ExportNamedDeclaration[declaration.type='FunctionDeclaration'], ExportNamedDeclaration:has(> VariableDeclaration > VariableDeclarator > ArrowFunctionExpression)":
      (node) => {
        const { type, value } = sourceCode.getCommentsBefore(node).at(-1) ?? {};
        if (type !== "Block" || !value.includes("@type {"))
          report({ node, message: "State the types: /** @type {(A: Float64Array) => number} */" });
      },
  }),
};

export default [
  { ignores: ["build/", "dist/", "docs/pages/"] },
  js.configs.recommended,
  {
    languageOptions: { globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-self-compare": "error",
      "no-shadow": ["error", { allow: ["_"] }],
      "no-template-curly-in-string": "error",
      "no-unreachable-loop": "error",
      "no-unused-expressions": "error",
      "no-unused-vars": ["error", { ignoreRestSiblings: true }],
      "no-use-before-define": ["error", { functions: false, variables: false }],
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
    },
  },
  {
    files: ["depcluster/widgets/**/*.js"],
    ignores: SCRIPTS,
    rules: { "no-restricted-syntax": ["error", ...GRAMMAR] },
  },
  {
    files: ["depcluster/widgets/engine/*.js"],
    plugins: { engine: { rules: { signatures } } },
    rules: { "engine/signatures": "error" },
  },
  {
    files: SCRIPTS,
    languageOptions: {
      sourceType: "script",
      globals: Object.fromEntries(SHARED.map((name) => [name, "readonly"])),
    },
    rules: {
      "no-redeclare": ["error", { builtinGlobals: false }],
      "no-unused-vars": ["error", { vars: "local", ignoreRestSiblings: true }],
    },
  },
  { files: ["**/*.cjs"], languageOptions: { globals: globals.node } },
  { files: ["tests/support/browser/walking.js"], rules: { "no-unused-expressions": "off" } },
];
