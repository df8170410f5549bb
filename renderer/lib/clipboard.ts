/**
 * Puts one text into the clipboard, as plain text. Must run in a click or a key press. The asynchronous clipboard needs a
 * permission, and the app's page has none at all; a copy event of the page's own does not.
 * @returns whether it was taken
 */
export function copyPlainText(text: string): boolean {
  let taken = false;
  const fill = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    event.clipboardData?.setData('text/plain', text);
    taken = event.clipboardData !== null;
  };
  document.addEventListener('copy', fill, { capture: true, once: true });
  try {
    // Deprecated in name only: no other way copies without asking for a permission.
    return document.execCommand('copy') && taken;
  } finally {
    document.removeEventListener('copy', fill, { capture: true });
  }
}
