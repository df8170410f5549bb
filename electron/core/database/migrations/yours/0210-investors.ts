import type { Migration } from '../../migrate.ts';

/*
 * The user's decisions about investors. An investor is identified by its folded name.
 *
 * `investor_watch`: rounds stored after `since_ms` are news; the user has seen the rounds stored up to
 * `seen_up_to_ms`. `investor_merge`: the name is another spelling of `into_name`, which is never itself
 * merged. `investor_distinct`: two similar names of different investors, smaller name first.
 */
export const investors: Migration = {
  id: 210,
  name: 'investors',
  sql: `
CREATE TABLE investor_watch (
  name_folded TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL,
  since_ms INTEGER NOT NULL,
  seen_up_to_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE investor_merge (
  name_folded TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL,
  into_folded TEXT NOT NULL,
  into_name TEXT NOT NULL,
  merged_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX investor_merge_by_target ON investor_merge (into_folded);

CREATE TABLE investor_distinct (
  name_folded TEXT NOT NULL,
  other_folded TEXT NOT NULL,
  set_at_ms INTEGER NOT NULL,
  PRIMARY KEY (name_folded, other_folded)
) STRICT, WITHOUT ROWID;
`,
};
