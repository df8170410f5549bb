import DOMPurify from 'dompurify';
import { Marked, type RendererObject } from 'marked';
import { safeBlock, safeLine } from './safe-text.ts';

/*
 * Renders a note's Markdown. A note may contain text copied from anywhere, so it is treated as hostile. HTML
 * is shown as text, images are replaced by their descriptions, links are not clickable, and an allow-list
 * filters the result. Load this file with `import()` to keep it out of the main chunk.
 */

/**
 * A note is shown unformatted if it has more than `MAX_CHARACTERS`, or a paragraph with more than
 * `MAX_PARAGRAPH` characters. Parsing hostile text may take far longer than its length suggests.
 */
const MAX_CHARACTERS = 60_000;
const MAX_PARAGRAPH = 8_000;
/**
 * Matches quotes that are nested 20 levels deep or deeper. Notes with such quotes are shown unformatted,
 * because the parser is recursive and could exhaust the stack.
 */
const TOO_DEEP = /(?:>[ \t]*){20}/;

const NOTE_TAGS = [
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
/** The attribute that shows the address of a link. Allowed on `a` elements only. */
const NOTE_ATTRIBUTES = ['title'] as const;

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Headings in a note start at level 4, because the panel's title has level 3. */
const headingLevel = (depth: number): number => Math.min(6, depth + 3);

// Must be an object literal, because Marked ignores the methods of a class.
const renderer: RendererObject = {
  html({ text }): string {
    return escapeHtml(text);
  },
  image({ text }): string {
    return escapeHtml(text);
  },
  /** Shows the link's text, with the address as a tooltip. The link cannot be opened. */
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

/** Returns the nodes of a rendered note; null if the note must be shown unformatted. */
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
    // The text is nested too deeply for the recursive parser.
    return null;
  }
}

/**
 * All notes share one sanitiser. Every instance would create a Trusted Types policy with the same name, and
 * the CSP allows only one policy with that name.
 */
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
    // Returns nodes instead of a string, because Trusted Types do not allow assigning strings to `innerHTML`.
    RETURN_DOM_FRAGMENT: true,
  });
