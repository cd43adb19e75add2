import type { TestClient } from '../../../test/support/test-client.ts';
import type { Truth } from '../../../test/support/truth.ts';
import type { Platform } from '../fleet/platform.ts';
import { importDemo, type School } from '../fleet/school.ts';

/** The bundle of the institution, imported again, changes nothing: not what it does not name, either. */
export class RosterChangesNothing implements Truth {
  readonly name = 'a repeated import that changes nothing';
  readonly #platform: Platform;
  readonly #client: TestClient;
  readonly #path: string;
  #turn = 0;

  private constructor(platform: Platform, client: TestClient, path: string) {
    this.#platform = platform;
    this.#client = client;
    this.#path = path;
  }

  static async begin(platform: Platform, client: TestClient, { userIds }: School): Promise<RosterChangesNothing> {
    for (const userId of userIds) {
      const path = `/users/${userId}`;
      if ((await client.get(path)).body.data.image === null) return new RosterChangesNothing(platform, client, path);
    }
    throw new Error('the bundle names a picture of everybody');
  }

  async differences(): Promise<readonly string[] | undefined> {
    const path = this.#path;
    const image = `https://pictures.example/${this.#turn++}.png`;
    const changed = await this.#client.patch(path, { image }, { ifMatch: '*' });
    if (changed.status !== 200) return undefined;
    const { summaries } = await importDemo(this.#platform);
    const { body } = await this.#client.get(path);
    return [
      ...summaries.flatMap(({ section, created, updated }) =>
        created + updated > 0 ? [`${section}: ${created} created, ${updated} updated`] : [],
      ),
      ...(body.data.image === image ? [] : [`${path}: the picture is ${body.data.image}, not ${image}`]),
    ];
  }
}
