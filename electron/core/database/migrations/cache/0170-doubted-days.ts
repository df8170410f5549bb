import type { Migration } from '../../migrate.ts';

/*
 * `doubted_day` lists UTC days on which stored times may be too early, because the server time and this
 * computer's clock differed. Data whose stored time is on such a day may actually have been stored as late as
 * `latest_ms`. `kept_expired` contains the time at which the user last chose to keep expired contacts.
 */
export const doubtedDays: Migration = {
  id: 170,
  name: 'doubted-days',
  sql: `
CREATE TABLE doubted_day (
  day_ms INTEGER PRIMARY KEY NOT NULL,
  latest_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE kept_expired (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  at_ms INTEGER NOT NULL
) STRICT;
`,
};
