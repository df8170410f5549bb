import { z } from 'zod';
import { call, push } from './kit.ts';
import { updateStatusSchema } from '../model/settings/updates.ts';
import { nothing } from './atoms.ts';

/**
 * App updates. No request is sent unless the user asks for a check or a download, or has allowed daily
 * checks. The page cannot choose the address or the file.
 */
export const updatesContract = {
  status: call(nothing).returns(updateStatusSchema),
  /** Checks for an update. Downloads nothing. */
  check: call(nothing).returns(updateStatusSchema),
  /** Downloads and verifies the available update. Returns when this is done. */
  download: call(nothing).returns(updateStatusSchema),
  cancel: call(nothing).returns(nothing),
  /** Verifies the downloaded file again, and opens it in the system's installer. */
  openInstaller: call(nothing).returns(updateStatusSchema),
  /** Verifies the downloaded file again, and shows it in the file manager. */
  showInFolder: call(nothing).returns(updateStatusSchema),
  /** Opens the download page in the browser. */
  openHomepage: call(nothing).returns(nothing),
  setScheduled: call(z.strictObject({ scheduled: z.boolean() })).returns(updateStatusSchema),
  onChanged: push(nothing),
  /** A scheduled check has found an update. */
  onFound: push(z.strictObject({ version: z.string().max(40) })),
};
