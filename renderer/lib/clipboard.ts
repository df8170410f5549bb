/**
 * Copies plain text to the clipboard. The page does not have the permission that the asynchronous clipboard
 * API requires, so this function uses a `copy` event. It works only during a click or a key press.
 *
 * @returns whether the text was copied
 */
export function copyPlainText(text: string): boolean {
  let isCopied = false;
  const fillClipboard = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    event.clipboardData?.setData('text/plain', text);
    isCopied = event.clipboardData !== null;
  };
  document.addEventListener('copy', fillClipboard, { capture: true, once: true });
  try {
    // `execCommand` is deprecated, but it is the only way to copy without a permission.
    return document.execCommand('copy') && isCopied;
  } finally {
    document.removeEventListener('copy', fillClipboard, { capture: true });
  }
}
