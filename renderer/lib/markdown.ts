import DOMPurify from 'dompurify';
import { Marked, type RendererObject } from 'marked';
import { safeBlock, safeLine } from './safe-text.ts';

/*
 * Renders a note. Its text may have been copied from anywhere and is treated as hostile: HTML is shown as text, images as
 * their description, links are not clickable, and the result passes an allow-list. Load this chunk with `import()`.
 */

/** Longer texts are shown unformatted: Markdown takes more than linear time for a hostile text. */
const MAX_CHARACTERS = 60_000;
const MAX_PARAGRAPH = 8_000;
/** Nested quotes beyond any real note: the parser is recursive. */
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
/** On `a` only: the address of the link. */
export const NOTE_ATTRIBUTES = ['title'] as const;

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The panel's title is a third-level heading, so headings in a note start at the fourth. */
const headingLevel = (depth: number): number => Math.min(6, depth + 3);

// An object literal: Marked ignores the methods of a class.
const renderer: RendererObject = {
  html({ text }): string {
    return escapeHtml(text);
  },
  image({ text }): string {
    return escapeHtml(text);
  },
  /** The link's text with its address as tooltip; it cannot be opened. */
  link({ href, tokens }): string {
    const text = this.parser.parseInline(tokens);
    if (!/^(https|mailto):/i.test(href)) return text;
    return `<a title="${escapeHtml(safeLine(href))}">${text}</a>`;
  },
  heading({ tokens, depth }): string {
    const tag = `h${headingLevel(depth)}`;
    return `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`;
  },
  code({ text }): string {
    return `<pre><code>${escapeHtml(text)}</code></pre>`;
  },
  checkbox({ checked }): string {
    return checked ? '☑ ' : '☐ ';
  },
};

/** @returns nodes to append; null if the text has to be shown unformatted */
export function renderNote(body: string): DocumentFragment | null {
  const text = safeBlock(body, MAX_CHARACTERS + 1);
  if (text.length > MAX_CHARACTERS || TOO_DEEP.test(text)) return null;
  if (text.split(/\n[ \t]*\n/).some((paragraph) => paragraph.length > MAX_PARAGRAPH)) return null;
  const html = parseMarkdown(text);
  return html === null ? null : sanitise(html);
}

function parseMarkdown(text: string): string | null {
  try {
    const html = new Marked({ gfm: true, breaks: true, renderer }).parse(text);
    return typeof html === 'string' ? html : null;
  } catch {
    // Nested deeper than the parser's stack.
    return null;
  }
}

/** Shared by all notes: each instance creates a named Trusted Types policy, and the CSP allows a name only once. */
const shared: { purify?: typeof DOMPurify } = {};

function getSanitiser(): typeof DOMPurify {
  if (shared.purify !== undefined) return shared.purify;
  const purify = DOMPurify(window);
  purify.addHook('uponSanitizeAttribute', (node, attribute) => {
    attribute.keepAttr = node.nodeName === 'A' && attribute.attrName === 'title';
  });
  shared.purify = purify;
  return purify;
}

const sanitise = (html: string): DocumentFragment =>
  getSanitiser().sanitize(html, {
    ALLOWED_TAGS: [...NOTE_TAGS],
    ALLOWED_ATTR: [...NOTE_ATTRIBUTES],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    // Nodes instead of a string, because Trusted Types forbid assigning innerHTML.
    RETURN_DOM_FRAGMENT: true,
  });
