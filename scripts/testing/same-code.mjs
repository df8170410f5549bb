import ts from 'typescript';

const codeOf = (text) =>
  ts.transpileModule(text, {
    compilerOptions: {
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ESNext,
      verbatimModuleSyntax: true,
      removeComments: true,
    },
  }).outputText;

/** Whether two versions of a TypeScript module differ only in types, comments and formatting. */
export const isSameCode = (one, other) => codeOf(one) === codeOf(other);
