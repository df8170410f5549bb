import type { Api } from '../../../../shared/contract/index.ts';
import type { Template } from '../../../../shared/model/template.ts';
import { isNameTaken } from '../../../lib/is-name-taken.ts';
import { LatestRequest } from '../../../lib/latest-request.ts';
import type { UndoableChange } from '../user-data/change-user-data.ts';

type TemplateText = Pick<Template, 'name' | 'subject' | 'body'>;

/** The user's message templates. Every method that changes the templates returns an undo token. */
export class Templates {
  all = $state.raw<readonly Template[]>([]);
  /** Whether the templates have been loaded at least once. */
  known = $state(false);
  /** Whether the last load failed. If so, the previously loaded templates remain available. */
  failed = $state(false);
  readonly #api: Api;
  readonly #stop: () => void;
  readonly #latest = new LatestRequest();

  constructor(api: Api) {
    this.#api = api;
    this.#stop = api.templates.onChanged(() => void this.refresh());
    void this.refresh();
  }
  dispose(): void {
    this.#stop();
  }
  async refresh(): Promise<void> {
    await this.#latest.run(
      () => this.#api.templates.list({}),
      ({ templates }) => {
        this.all = templates;
        this.known = true;
        this.failed = false;
      },
      () => (this.failed = true),
    );
  }

  isTaken(name: string, exceptId: string | null): boolean {
    return isNameTaken(this.all, name, exceptId);
  }

  async create(written: TemplateText): Promise<UndoableChange & { readonly id: string }> {
    const done = await this.#api.templates.create(written);
    await this.refresh();
    return done;
  }
  async change(id: string, written: TemplateText): Promise<UndoableChange> {
    const done = await this.#api.templates.change({ id, ...written });
    await this.refresh();
    return done;
  }
  async remove(id: string): Promise<UndoableChange> {
    const done = await this.#api.templates.remove({ id });
    await this.refresh();
    return done;
  }
}
