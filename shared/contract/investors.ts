import { z } from 'zod';
import { call, push } from './kit.ts';
import {
  investorNameSchema,
  investorRoundSchema,
  INVESTORS_WATCHED_MAX,
  investorViewSchema,
} from '../model/investors/investor.ts';
import { LIST_LIMIT_MAX } from '../model/limits.ts';
import { limitedCountSchema as count } from '../model/atoms.ts';
import { NAME_MAX } from '../model/company.ts';
import { changed, nothing, position } from './atoms.ts';

const name = investorNameSchema;

/**
 * Investors of stored rounds. None of these functions sends a request. Names that differ only in case or
 * accents are the same investor; other spellings only if the user merged them.
 */
export const investorsContract = {
  /** @throws AppFailure `not-found` (`investor`) if no stored round has the investor */
  get: call(z.strictObject({ name })).returns(investorViewSchema),
  /** Returns a page of the investor's stored rounds, newest first. */
  rounds: call(z.strictObject({ name, ...position })).returns(
    z.strictObject({ rounds: z.array(investorRoundSchema).max(LIST_LIMIT_MAX) }),
  ),
  /** Returns the investors that have a word which begins with the text; at most five. */
  named: call(z.strictObject({ text: z.string().max(200) })).returns(
    z.strictObject({ names: z.array(z.string().max(NAME_MAX)).max(5) }),
  ),
  /** Returns the watched investors with the number of unseen rounds. */
  watched: call(nothing).returns(
    z.strictObject({
      investors: z
        .array(z.strictObject({ name: z.string().max(NAME_MAX), unseen: count }))
        .max(INVESTORS_WATCHED_MAX),
    }),
  ),
  /**
   * Watches an investor, or stops watching. Newly stored rounds are in `watch.feed`. `marks.undo` can undo
   * this.
   * @throws AppFailure `not-found` (`investor`), `validation`
   */
  setWatched: call(z.strictObject({ name, watched: z.boolean() })).returns(changed),
  /**
   * Makes a name another spelling of the investor `into`. `marks.undo` can undo this.
   * @throws AppFailure `not-found` (`investor`), `validation`
   */
  merge: call(z.strictObject({ name, into: name })).returns(changed),
  /** Makes a merged name a separate investor again. `marks.undo` can undo this. */
  separate: call(z.strictObject({ name })).returns(changed),
  /** Records that two similar names are different investors. `marks.undo` can undo this. */
  setDistinct: call(z.strictObject({ name, other: name })).returns(changed),
  /** An investor was watched, merged or separated. After a response, only `library.onChanged` is published. */
  onChanged: push(nothing),
};
