import { demoAs } from '../support/cli/bundles.ts';
import { ImportCli } from '../support/cli/import-cli.ts';
import type { TestClient } from '../support/test-client.ts';
import type { TestAnswer } from '../support/test-messages.ts';
import type { TestSystem } from '../support/test-system.ts';

/**
 * The demo institution under another name, as an operator sets it up with the command line, and a client that may use
 * it.
 */
export class Campus {
  readonly cli: ImportCli;
  readonly client: TestClient;
  readonly institutionId: string;
  readonly #ids: Readonly<Record<string, Record<string, string | { id: string; layerId: string }>>>;

  private constructor(cli: ImportCli, client: TestClient, imported: TestAnswer['body']) {
    this.cli = cli;
    this.client = client;
    this.institutionId = imported.institutionId;
    this.#ids = imported.ids;
  }

  static async open(system: TestSystem, ref: string): Promise<Campus> {
    const cli = await ImportCli.open(system);
    const { json: imported } = await cli.importBundle(demoAs(ref), '--json');
    return new Campus(cli, await system.newClient(imported.institutionId), imported);
  }

  /** The id of an imported record. */
  id(section: string, ref: string): string {
    const found = this.#ids[section]?.[ref];
    if (found === undefined) throw new Error(`${section}/${ref} was not imported`);
    return typeof found === 'string' ? found : found.id;
  }

  close(): Promise<void> {
    return this.cli.close();
  }
}
