import { z } from 'zod';
import { call, push } from '../kit.ts';
import { LIST_LIMIT_MAX } from '../../model/limits.ts';
import {
  templateBodySchema,
  templateIdSchema,
  templateSchema,
  templateSubjectSchema,
} from '../../model/template.ts';
import { markNameSchema, undoSchema } from '../../model/user-data.ts';
import { changed, nothing } from '../atoms.ts';

const id = templateIdSchema;
const written = { name: markNameSchema, subject: templateSubjectSchema, body: templateBodySchema };

/** Message templates. They are user data; `marks.undo` can undo every change. */
export const templatesContract = {
  /** Returns all templates, sorted by name. */
  list: call(nothing).returns(z.strictObject({ templates: z.array(templateSchema).max(LIST_LIMIT_MAX) })),
  /** @throws AppFailure `conflict` (`name-taken`); `validation` if there are already 50 templates */
  create: call(z.strictObject(written)).returns(z.strictObject({ id, undo: undoSchema })),
  /** @throws AppFailure `conflict` (`name-taken`), `not-found` (`template`) */
  change: call(z.strictObject({ id, ...written })).returns(changed),
  remove: call(z.strictObject({ id })).returns(changed),
  onChanged: push(nothing),
};
