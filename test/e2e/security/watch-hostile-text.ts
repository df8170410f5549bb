import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';

/* Detects whether a screen interpreted hostile text as markup, script or a request. */

export interface Seen {
  /** Elements and attributes that can come only from hostile text, because the app does not use them. */
  readonly elements: readonly string[];
  /** Visible text and accessible names with characters that reorder, hide or overprint text. */
  readonly unsafe: readonly string[];
  /** Scripts that ran, and violations of the content security policy. */
  readonly scripts: readonly string[];
  readonly dialogs: readonly string[];
  /** Requests to other origins, including requests that reached the server of `startBait`. */
  readonly requests: readonly string[];
  /** The numbers of the hostile strings that were visible. */
  readonly shown: ReadonlySet<number>;
}

export interface Bait {
  readonly url: string;
  readonly hits: readonly string[];
  close(): Promise<void>;
}

/** Starts a server that records requests. The app should send none. */
export async function startBait(): Promise<Bait> {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(request.url ?? '');
    response.end('taken');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    hits,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Otherwise, `close` would wait for connections that clients keep open.
        server.closeAllConnections();
      }),
  };
}

interface Findings {
  elements: string[];
  unsafe: string[];
  scripts: string[];
  shown: number[];
}

/** Inspects every node that is added to the page. Runs in the page before the page's own scripts. */
function install(): void {
  const findings: Findings = { elements: [], unsafe: [], scripts: [], shown: [] };
  const shown = new Set<number>();
  const note = (list: string[], what: string): void =>
    void (list.length < 40 && list.push(what.slice(0, 160)));
  // Elements that no screen of the app uses, so hostile text must have created them. Other elements that
  // hostile text may create are recognised by their attributes.
  const FOREIGN =
    /^(iframe|object|embed|base|marquee|math|audio|video|source|track|portal|applet|frameset|isindex|keygen|picture|x-.*|animate|set|foreignobject|image|xmp|noscript)$/i;
  const UNSAFE =
    // oxlint-disable-next-line no-control-regex -- the test searches for control characters
    /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]|\p{M}{6}|\p{Cs}/u;
  const READ = ['title', 'aria-label', 'alt', 'placeholder', 'aria-description'];
  const look = (element: Element): void => {
    const where = `<${element.tagName.toLowerCase()}`;
    if (FOREIGN.test(element.tagName)) note(findings.elements, where);
    for (const { name, value } of element.attributes) {
      const leads =
        /^(href|src|srcdoc|action|formaction|data|background|poster|ping|xlink:href|style)$/i.test(name);
      if (/^on/i.test(name) || name === 'data-hostile') note(findings.elements, `${where} ${name}`);
      else if (leads && /hx\d+xh|hit=|far\.example/.test(value))
        note(findings.elements, `${where} ${name}=${value}`);
      if (READ.includes(name) && UNSAFE.test(value))
        note(findings.unsafe, `${where} ${name}=${JSON.stringify(value)}`);
    }
  };
  const read = (text: string, where: string): void => {
    for (const [, number] of text.matchAll(/hx(\d+)xh/g)) shown.add(Number(number));
    if (UNSAFE.test(text)) note(findings.unsafe, `${where}: ${JSON.stringify(text)}`);
  };
  const visit = (node: Node): void => {
    if (node instanceof Text) return read(node.data, `text in <${node.parentElement?.tagName ?? '?'}`);
    if (!(node instanceof Element)) return;
    look(node);
    for (const part of node.childNodes) visit(part);
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      for (const node of addedNodes) visit(node);
      if (target instanceof Text) read(target.data, `text in <${target.parentElement?.tagName ?? '?'}`);
      else if (target instanceof Element) look(target);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  Object.defineProperty(window, 'hit', { set: () => note(findings.scripts, 'a script ran'), get: () => 0 });
  document.addEventListener('securitypolicyviolation', (event) =>
    note(findings.scripts, `blocked ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
  );
  Object.defineProperty(window, 'hostileFindings', { value: () => ({ ...findings, shown: [...shown] }) });
}

/** Starts watching the page at its next load. Returns a function that returns the findings. */
export async function watchHostile(page: Page, bait: Bait): Promise<() => Promise<Seen>> {
  const dialogs: string[] = [];
  const requests: string[] = [];
  const origin = new URL(page.url()).host;
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.context().on('request', (request) => {
    const url = new URL(request.url());
    if (url.host !== origin && url.protocol !== 'data:') requests.push(request.url());
  });
  page.context().on('page', (opened) => requests.push(`a page: ${opened.url()}`));
  await page.addInitScript(install);
  await page.reload();
  return async () => {
    const findings = await page.evaluate(() => {
      const readFindings: unknown = Reflect.get(window, 'hostileFindings');
      return (
        typeof readFindings === 'function' ? Reflect.apply(readFindings, window, []) : null
      ) as Findings | null;
    });
    if (findings === null) throw new Error('the page has no watcher');
    return { ...findings, dialogs, requests: [...requests, ...bait.hits], shown: new Set(findings.shown) };
  };
}
