import './common/node-version.mjs';
import { inRoot } from './common/environment.mjs';
import { readOptions, toArguments } from './common/options.mjs';
import { refuseTakenPort } from './common/ports.mjs';
import { execNode24 } from './common/process.mjs';
import { runCommand } from './common/messages.mjs';
import { prepare } from './setup/prepare.mjs';

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

await runCommand(async () => {
  const options = readOptions('npm run simulator -- [options]', table);
  await prepare('simulator');
  await refuseTakenPort(options.port);
  await refuseTakenPort(options['control-port']);
  return execNode24(inRoot('electron', 'simulator', 'cli.ts'), toArguments(options, Object.keys(table)));
});
