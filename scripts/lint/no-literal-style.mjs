/**
 * Components must take colours and lengths from the design tokens in `renderer/ui`. Literal colours and px
 * values are errors in style blocks, style attributes, style directives and Tailwind arbitrary values. Only
 * the conditions of @media and @container may contain px, because custom properties do not work in them.
 */
const literal =
  /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(|(?<![\w.-])-?\d*\.?\d+px\b/gi;

const regions = [
  { where: 'a style block', pattern: /<style\b[^>]*>([\s\S]*?)<\/style>/gi },
  { where: 'a style attribute', pattern: /\sstyle=("[^"]*"|'[^']*'|\{`[^`]*`\}|\{[^}]*\})/gi },
  { where: 'a style directive', pattern: /\sstyle:[\w-]+=("[^"]*"|'[^']*'|\{[^}]*\}|[^\s>]+)/gi },
  { where: 'a Tailwind arbitrary value', pattern: /(?<=[\s"'`:!-])(?:-?\[[^\]\s]+\])/g },
];

/** Replaces the matches with spaces, which keeps the positions of the remaining text. */
const blank = (text, pattern) => text.replace(pattern, (match) => match.replace(/[^\n]/g, ' '));
const readable = (text) =>
  blank(blank(blank(text, /\/\*[\s\S]*?\*\//g), /<!--[\s\S]*?-->/g), /@(?:media|container)[^{]*/g);

/** Returns the literal colours and lengths in a component's source: `[{ index, text, where }]`. */
export function literalStyles(source) {
  const text = readable(source);
  const found = new Map();
  for (const { where, pattern } of regions) {
    for (const region of text.matchAll(pattern)) {
      for (const match of region[0].matchAll(literal)) {
        const index = region.index + match.index;
        if (!found.has(index)) found.set(index, { index, text: match[0], where });
      }
    }
  }
  return [...found.values()].sort((a, b) => a.index - b.index);
}

export const noLiteralStyle = {
  meta: {
    type: 'problem',
    schema: [],
    docs: { description: 'Screens take colours and lengths from the tokens.' },
  },
  create: (context) => ({
    Program() {
      const { sourceCode } = context;
      for (const { index, text, where } of literalStyles(sourceCode.text)) {
        const start = sourceCode.getLocFromIndex(index);
        const end = sourceCode.getLocFromIndex(index + text.length);
        const message = `${text} in ${where}: use a design token (renderer/ui)`;
        context.report({ loc: { start, end }, message });
      }
    },
  }),
};
