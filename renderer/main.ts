// Must be the first import. It opens the connection that `connectHost` uses.
import './host/early.ts';
import { mount } from 'svelte';
import { createApi } from '../shared/contract/kit.ts';
import type { contract } from '../shared/contract/index.ts';
import { companyOfFragment } from '../shared/company-window.ts';
import Root from './App.svelte';
import { connectHost } from './host/connect.ts';
import { watchStorage } from './host/storage-watch.ts';
import { guardClipboard } from './lib/copy-guard.ts';
import { initialAppearance } from './session/initial-appearance.ts';
import { frame } from './frame/strings.ts';
import { App } from './session/app.svelte.ts';
import './ui/app.css';

const target = document.getElementById('app');
const host = connectHost(window);
if (target && host) {
  const port = watchStorage(host.port, (channel, error) => app.files.recordReply(channel, error));
  const app = new App(
    createApi<typeof contract>(port),
    initialAppearance(document.documentElement),
    companyOfFragment(window.location.hash),
  );
  guardClipboard(document, () => app.reportRefusedCopy());
  mount(Root, { target, props: { app, link: host.link, target } });
} else if (target) target.textContent = frame.banners.notRunning.fact;
