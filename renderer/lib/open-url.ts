/**
 * Opens a link that the core looked up and checked, where the shell itself cannot: in a tab of its own that knows nothing of
 * this page; a mail link goes to the mail program. Call it while the click is fresh.
 */
export function openChecked(url: string): void {
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.rel = 'noopener noreferrer';
  if (!url.startsWith('mailto:')) anchor.target = '_blank';
  anchor.hidden = true;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}
