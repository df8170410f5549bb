import { all, get, num, run, selectCount, text, type ReadDb, type SqlRow, type WriteDb } from '../../sql.ts';

/* The user's message templates, each with a unique name. */

interface StoredTemplate {
  readonly templateId: number;
  readonly name: string;
  readonly subject: string;
  readonly body: string;
  readonly changedAtMs: number;
}

const TEMPLATE = 'SELECT template_id, name, subject, body, changed_at_ms FROM message_template';
const templateOf = (row: SqlRow): StoredTemplate => ({
  templateId: num(row, 'template_id'),
  name: text(row, 'name'),
  subject: text(row, 'subject'),
  body: text(row, 'body'),
  changedAtMs: num(row, 'changed_at_ms'),
});

export const templates = (db: ReadDb): StoredTemplate[] =>
  all(db, `${TEMPLATE} ORDER BY name_folded`).map(templateOf);

export function templateById(db: ReadDb, templateId: number): StoredTemplate | null {
  const row = get(db, `${TEMPLATE} WHERE template_id = :templateId`, { templateId });
  return row === null ? null : templateOf(row);
}

export function templateNamed(db: ReadDb, nameFolded: string): number | null {
  const row = get(db, 'SELECT template_id FROM message_template WHERE name_folded = :nameFolded', {
    nameFolded,
  });
  return row === null ? null : num(row, 'template_id');
}

export function countTemplates(db: ReadDb): number {
  return selectCount(db, 'SELECT count(*) AS n FROM message_template');
}

interface StoredTemplateText {
  readonly name: string;
  readonly nameFolded: string;
  readonly subject: string;
  readonly body: string;
  readonly atMs: number;
}

export const insertTemplate = (db: WriteDb, template: StoredTemplateText): number =>
  run(
    db,
    `INSERT INTO message_template (name, name_folded, subject, body, created_at_ms, changed_at_ms)
     VALUES (:name, :nameFolded, :subject, :body, :atMs, :atMs)`,
    { ...template },
  ).lastId;

export function updateTemplate(db: WriteDb, template: StoredTemplateText & { templateId: number }): void {
  run(
    db,
    `UPDATE message_template SET name = :name, name_folded = :nameFolded, subject = :subject, body = :body,
       changed_at_ms = :atMs
     WHERE template_id = :templateId`,
    { ...template },
  );
}

export function deleteTemplate(db: WriteDb, templateId: number): void {
  run(db, 'DELETE FROM message_template WHERE template_id = :templateId', { templateId });
}
