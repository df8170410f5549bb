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
 * accents count as the same investor. Other spellings count as the same investor only if the user merged
 * them.
 */
export const investorsContract = {
  /** @throws AppFailure `not-found` (`investor`) if no stored round has this investor */
  get: call(z.strictObject({ name })).returns(investorViewSchema),
  /** Returns a page of the investor's stored rounds, newest first. */
  rounds: call(z.strictObject({ name, ...position })).returns(
    z.strictObject({ rounds: z.array(investorRoundSchema).max(LIST_LIMIT_MAX) }),
  ),
  /** Returns at most five investors whose name contains a word that begins with the text. */
  named: call(z.strictObject({ text: z.string().max(200) })).returns(
    z.strictObject({ names: z.array(z.string().max(NAME_MAX)).max(5) }),
  ),
  /** Returns the watched investors, each with its number of unseen rounds. */
  watched: call(nothing).returns(
    z.strictObject({
      investors: z
        .array(z.strictObject({ name: z.string().max(NAME_MAX), unseen: count }))
        .max(INVESTORS_WATCHED_MAX),
    }),
  ),
  /**
   * Starts or stops watching an investor. `watch.feed` contains newly stored rounds of watched investors.
   * `marks.undo` can undo this.
   * @throws AppFailure `not-found` (`investor`), `validation`
   */
  setWatched: call(z.strictObject({ name, watched: z.boolean() })).returns(changed),
  /**
   * Merges a name into the investor `into`, as another spelling of that investor. `marks.undo` can undo this.
   * @throws AppFailure `not-found` (`investor`), `validation`
   */
  merge: call(z.strictObject({ name, into: name })).returns(changed),
  /** Makes a merged name a separate investor again. `marks.undo` can undo this. */
  separate: call(z.strictObject({ name })).returns(changed),
  /** Records that two similar names are different investors. `marks.undo` can undo this. */
  setDistinct: call(z.strictObject({ name, other: name })).returns(changed),
  /**
   * An investor was watched, merged or separated. New service data does not cause this event; it causes only
   * `library.onChanged`.
   */
  onChanged: push(nothing),
};
