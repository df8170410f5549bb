import type { Migration } from '../../migrate.ts';

/*
 * `outside_at_ms` is the time of an event's last delivery through the tunnel. It is NULL if the event was
 * only pasted or sent from this computer. Earlier versions did not store the origin of a delivery, so their
 * deliveries count as deliveries through the tunnel.
 */
export const outsideDeliveries: Migration = {
  id: 140,
  name: 'outside-deliveries',
  sql: `
ALTER TABLE signal ADD COLUMN outside_at_ms INTEGER;
UPDATE signal SET outside_at_ms = delivered_at_ms WHERE via = 'webhook';
DROP INDEX signal_heard;
CREATE INDEX signal_outside ON signal (outside_at_ms) WHERE outside_at_ms IS NOT NULL;
`,
};
