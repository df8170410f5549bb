import type { Template } from '../../../../shared/model/template.ts';
import { safeLine } from '../../../lib/safe-text.ts';

/**
 * Returns the template for a follow-up; null if there is none left. `line` is normally the name of the
 * template that the user sent, and the follow-up gets the template after it. If no template has this name,
 * the first follow-up gets the second template, the second follow-up the third, and so on.
 *
 * @param line the line of the contact log entry
 * @param number the number of the follow-up, counted from 1
 */
export function nextTemplate(templates: readonly Template[], line: string, number: number): Template | null {
  const used = templates.findIndex(({ name }) => safeLine(name, 200) === safeLine(line, 200));
  return templates[used >= 0 ? used + 1 : number] ?? null;
}
