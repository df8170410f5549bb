import DOMPurify from 'dompurify';
import { Marked, type RendererObject } from 'marked';
import { safeBlock, safeLine } from './safe-text.ts';

/*
 * A note as it is read. What the seller wrote may have been copied from anywhere, so it is treated as hostile: HTML in it is
 * shown as it was written, pictures are their words, links lead nowhere yet, and what is left goes through an allow-list.
 * A chunk of its own: load it with `import()`.
 */

/** A longer text is shown as it was written: what Markdown makes of a hostile one takes longer than its length. */
const MAX_CHARACTERS = 60_000;
const MAX_PARAGRAPH = 8_000;
/** Quotes in quotes, beyond what anybody writes: the parser is recursive. */
const TOO_DEEP = /(?:>[ \t]*){20}/;

export const NOTE_TAGS = [
  'p',
  'br',
  'hr',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'li',
  'blockquote',
  'pre',
  'code',
  'em',
  'strong',
  'del',
  'a',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
] as const;
/** On `a` alone: where the link leads. */
export const NOTE_ATTRIBUTES = ['title'] as const;

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The panel's own title is a third heading, so a note's begin with the fourth. */
const levelOf = (depth: number): number => Math.min(6, depth + 3);

// An object: of a class, Marked takes no method over.
const renderer: RendererObject = {
  html({ text }): string {
    return escaped(text);
  },
  image({ text }): string {
    return escaped(text);
  },
  /** Text with its address as the title: nothing can be opened from here. */
  link({ href, tokens }): string {
    const text = this.parser.parseInline(tokens);
    if (!/^(https|mailto):/i.test(href)) return text;
    return `<a title="${escaped(safeLine(href))}">${text}</a>`;
  },
  heading({ tokens, depth }): string {
    const tag = `h${levelOf(depth)}`;
    return `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`;
  },
  code({ text }): string {
    return `<pre><code>${escaped(text)}</code></pre>`;
  },
  checkbox({ checked }): string {
    return checked ? '☑ ' : '☐ ';
  },
};

/** @returns nodes to append; null where the text is better shown as it was written. */
export function renderNote(body: string): DocumentFragment | null {
  const text = safeBlock(body, MAX_CHARACTERS + 1);
  if (text.length > MAX_CHARACTERS || TOO_DEEP.test(text)) return null;
  if (text.split(/\n[ \t]*\n/).some((paragraph) => paragraph.length > MAX_PARAGRAPH)) return null;
  const html = htmlOf(text);
  return html === null ? null : purified(html);
}

function htmlOf(text: string): string | null {
  try {
    const html = new Marked({ gfm: true, breaks: true, renderer }).parse(text);
    return typeof html === 'string' ? html : null;
  } catch {
    // Nested deeper than the parser's stack.
    return null;
  }
}

/** One for all notes: each makes a policy of its name, and the page's law lets nobody make it twice. */
const kept: { purify?: typeof DOMPurify } = {};

function sanitiser(): typeof DOMPurify {
  if (kept.purify !== undefined) return kept.purify;
  const purify = DOMPurify(window);
  purify.addHook('uponSanitizeAttribute', (node, attribute) => {
    attribute.keepAttr = node.nodeName === 'A' && attribute.attrName === 'title';
  });
  kept.purify = purify;
  return purify;
}

const purified = (html: string): DocumentFragment =>
  sanitiser().sanitize(html, {
    ALLOWED_TAGS: [...NOTE_TAGS],
    ALLOWED_ATTR: [...NOTE_ATTRIBUTES],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    // Nodes, not a string: nothing is ever handed to innerHTML, as the policy's Trusted Types demand.
    RETURN_DOM_FRAGMENT: true,
  });
