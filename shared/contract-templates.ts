import { z } from 'zod';
import { call, push } from './contract-kit.ts';
import { LIST_LIMIT_MAX } from './model/limits.ts';
import {
  templateBodySchema,
  templateIdSchema,
  templateSchema,
  templateSubjectSchema,
} from './model/template.ts';
import { markNameSchema, undoSchema } from './model/words.ts';

const nothing = z.strictObject({});
const changed = z.strictObject({ undo: undoSchema });
const id = templateIdSchema;
const written = { name: markNameSchema, subject: templateSubjectSchema, body: templateBodySchema };

/** Message templates, in the seller's own file. Every change is taken back by `marks.undo`. */
export const templatesContract = {
  /** By name. */
  list: call(nothing).returns(z.strictObject({ templates: z.array(templateSchema).max(LIST_LIMIT_MAX) })),
  /** Throws conflict name-taken; validation where there are 50 already. */
  create: call(z.strictObject(written)).returns(z.strictObject({ id, undo: undoSchema })),
  /** Throws conflict name-taken, not-found template. */
  change: call(z.strictObject({ id, ...written })).returns(changed),
  remove: call(z.strictObject({ id })).returns(changed),
  onChanged: push(nothing),
};
