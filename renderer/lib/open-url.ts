/**
 * Opens a link that the core looked up and checked, for shells that cannot: in a new tab without access to this page, or
 * in the mail program. Call it within the click.
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
