import { AppFailure } from '../../../shared/app-failure.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import type { Template } from '../../../shared/model/template.ts';
import {
  deleteTemplate,
  insertTemplate,
  templateById,
  templateNamed,
  templates,
  updateTemplate,
} from '../database/queries/yours/templates.ts';
import type { ReadDb, WriteDb } from '../database/sql.ts';
import { fold } from '../../../shared/fold-diacritics.ts';
import type { Journal } from './undo-journal.ts';
import { requireTemplateRoom, type Slot } from './undo-slots.ts';

type Written = Pick<Template, 'name' | 'subject' | 'body'>;

/** The user's message templates. Names that differ only in case or accents are equal. */
export interface Templates {
  /** @throws AppFailure `conflict` (`name-taken`), or `validation` if there are already 50 templates */
  create(written: Written, atMs: number): string;
  /** @throws AppFailure `not-found` (`template`), `conflict` (`name-taken`) */
  change(id: string, written: Written, atMs: number): void;
  /** @throws AppFailure `not-found` (`template`) */
  remove(id: string): void;
}

/** Returns the templates, sorted by name. */
export const listTemplates = (db: ReadDb): Template[] =>
  templates(db)
    .slice(0, LIST_LIMIT_MAX)
    .map(({ templateId, ...template }) => ({ id: String(templateId), ...template }));

/** Must be called within `recordChange`, which provides `journal`. */
export function createTemplates(db: WriteDb, journal: Journal): Templates {
  const touched = (id: string): number => {
    const stored = templateById(db, Number(id));
    if (stored === null) throw new AppFailure({ kind: 'not-found', what: 'template' });
    journal.touch(slotOf(stored.templateId));
    return stored.templateId;
  };
  return {
    create: (written, atMs) => {
      requireFreeName(db, written.name, null);
      requireTemplateRoom(db);
      const templateId = insertTemplate(db, { ...rowOf(written), atMs });
      journal.made(slotOf(templateId));
      return String(templateId);
    },
    change: (id, written, atMs) => {
      const templateId = touched(id);
      requireFreeName(db, written.name, templateId);
      updateTemplate(db, { ...rowOf(written), templateId, atMs });
    },
    remove: (id) => deleteTemplate(db, touched(id)),
  };
}

const slotOf = (templateId: number): Slot => ({ part: 'message_template', key: [templateId] });
const rowOf = ({ name, subject, body }: Written) => ({ name, nameFolded: fold(name), subject, body });

function requireFreeName(db: ReadDb, name: string, ownId: number | null): void {
  const holder = templateNamed(db, fold(name));
  if (holder !== null && holder !== ownId) throw new AppFailure({ kind: 'conflict', reason: 'name-taken' });
}
