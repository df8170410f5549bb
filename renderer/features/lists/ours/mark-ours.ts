import type { OursKind } from '../../../../shared/model/ours/ours-kinds.ts';
import type { App } from '../../../session/app.svelte.ts';
import { ours as strings } from './strings.ts';

/**
 * Returns a CSV text with a header line and the name. With the header line, the import treats commas and
 * quotation marks in the name as part of the name.
 */
const lineOf = (name: string): string =>
  `company\n"${name.replaceAll(/\s+/g, ' ').trim().replaceAll('"', '""')}"\n`;

/**
 * Marks a stored company as a customer, an open deal or the like. The mark is an import of one line. Other
 * companies with a similar name are recorded as different companies. If the company's name cannot be matched,
 * opens the screen for imports instead.
 */
export function markOurs(
  app: App,
  { companyId, name }: { readonly companyId: string; readonly name: string },
  kind: OursKind,
): Promise<boolean> {
  return app.change(async () => {
    const { draftId } = await app.api.ours.addText({ draftId: null, text: lineOf(name) });
    const { possible, exact } = await app.api.ours.preview({ draftId });
    if (![...possible, ...exact].some((row) => row.companyId === companyId)) {
      app.navigation.go('ours');
      return;
    }
    const decisions = possible.map(({ line, companyId: matched }) => ({
      line,
      companyId: matched,
      isSame: matched === companyId,
    }));
    const { undo } = await app.api.ours.import({ draftId, kind, source: '', decisions });
    app.undo.offer(strings.markedAs(strings.kind[kind]), undo);
  });
}

/** Removes the mark of a company, or records that a possible match is a different company. */
export function unmarkOurs(app: App, companyId: string, mark: string): Promise<boolean> {
  return app.change(async () => {
    const { undo } = await app.api.ours.decide({ companyId, isSame: false });
    app.undo.offer(strings.unmarked(mark), undo);
  });
}
