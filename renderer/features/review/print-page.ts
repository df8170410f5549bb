/**
 * Prints the page in the light theme, because paper is white. Returns once the user has closed the print
 * dialog.
 */
export function printPage(): void {
  const { dataset } = document.documentElement;
  const { theme } = dataset;
  dataset['theme'] = 'light';
  try {
    window.print();
  } finally {
    if (theme === undefined) delete dataset['theme'];
    else dataset['theme'] = theme;
  }
}
