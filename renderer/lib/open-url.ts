/**
 * Opens a link that the core has checked. Used in shells that cannot open links themselves. A web page opens
 * in a new tab, which has no access to this page. A `mailto:` link opens in the mail program. Must be called
 * while the click is being handled.
 */
export function openUrl(url: string): void {
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.rel = 'noopener noreferrer';
  if (!url.startsWith('mailto:')) anchor.target = '_blank';
  anchor.hidden = true;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}
