import './no-eval.ts';
import { mount } from 'svelte';
import Root from '../../../renderer/App.svelte';
import { apiOf } from '../../../renderer/host/api.ts';
import { alwaysUp } from '../../../renderer/host/link.ts';
import { App } from '../../../renderer/state/app.svelte.ts';
import { SCREENS } from '../../../renderer/state/navigation.svelte.ts';
import '../../../renderer/ui/app.css';
import { createFixture, isStateName, STATES } from '../fixture/host.ts';
import Kit from './Kit.svelte';

/* `?state=demo&theme=dark&screen=library&company=lumenfold&full=1`, `?state=kit` */
const asked = new URLSearchParams(location.search);
const target = document.getElementById('app');
const state = asked.get('state') ?? 'account';
const theme = asked.get('theme') === 'dark' ? 'dark' : 'light';
if (target && state === 'kit') {
  document.documentElement.dataset['theme'] = theme;
  mount(Kit, { target });
} else if (target) {
  const options = STATES[isStateName(state) ? state : 'account'];
  const fixture = createFixture({ ...options, theme, clock: () => Date.now() });
  const app = new App(apiOf(fixture.port));
  mount(Root, { target, props: { app, link: alwaysUp, target } });
  const screen = SCREENS.find((each) => each === asked.get('screen'));
  const company = asked.get('company');
  setTimeout(() => {
    if (screen) app.navigation.go(screen);
    if (company) app.navigation.openCompany(company, asked.has('full'));
  }, 50);
  Object.assign(window, { fixture });
}
