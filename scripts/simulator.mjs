import './node-version.mjs';
import { inRoot } from './environment.mjs';
import { readOptions, toArguments } from './options.mjs';
import { refuseTakenPort } from './ports.mjs';
import { becomeNode24 } from './process.mjs';
import { command } from './say.mjs';
import { prepare } from './setup.mjs';

const table = {
  port: { value: 'N', integer: true, help: 'port of the service on 127.0.0.1 (default: a free one)' },
  'control-port': { value: 'N', integer: true, help: 'port of the control plane (default: a free one)' },
  seed: { value: 'N', integer: true, help: 'seed of the generated companies' },
  companies: { value: 'N', integer: true, help: 'how many companies to generate' },
  profile: { value: 'NAME', help: 'how the service reads its specification' },
  epoch: { value: 'YYYY-MM-DD', help: 'the day at which its time starts' },
  webhook: { value: 'URL', help: 'a webhook from the start' },
  'webhook-key': { value: 'KEY', help: 'what its deliveries are signed with' },
  ghost: { value: 'N', integer: true, help: 'requests an hour of another device' },
  'tls-key': { value: 'FILE', help: 'PEM file: HTTPS for the service' },
  'tls-cert': { value: 'FILE', help: 'PEM file of its certificate' },
};

await command(async () => {
  const options = readOptions('npm run simulator -- [options]', table);
  await prepare('simulator');
  await refuseTakenPort(options.port);
  await refuseTakenPort(options['control-port']);
  return becomeNode24(inRoot('electron', 'simulator', 'cli.ts'), toArguments(options, Object.keys(table)));
});
