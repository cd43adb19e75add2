import type { Call } from '../../../platform/calls/caller.ts';
import { PeopleImportService } from '../../../proto/gen/lyceum/directory/v1/people_import_pb.ts';

const { createPeopleImport, previewPeopleImport, importPeople } = PeopleImportService.method;

interface Options {
  readonly ignoreUnknownColumns?: boolean;
  readonly administrators?: { readonly userId: string; readonly canSignIn: boolean }[];
  readonly encoding?: string;
  /** What the session of the importer brings. */
  readonly fileKey?: string;
}

/** Imports files with people as the console does. A test's lines are those of the file. */
export class PeopleImporter {
  readonly #call: Call;
  readonly #options: Options & { readonly fileKey: string };

  constructor(call: Call, options: Options = {}) {
    this.#call = call;
    this.#options = { fileKey: 'k'.repeat(42).concat('A'), ...options };
  }

  async keep(...lines: readonly string[]): Promise<string> {
    return this.keepBytes(Buffer.from(lines.join('\r\n')));
  }

  async keepBytes(file: Uint8Array, encoding = ''): Promise<string> {
    return (await this.#call(createPeopleImport, { file, encoding, fileKey: this.#options.fileKey })).id;
  }

  preview(id: string) {
    return this.#call(previewPeopleImport, { id, options: this.#options });
  }

  /** The faults of a file, in one line each. */
  async faults(...lines: readonly string[]): Promise<string[]> {
    const { faults } = await this.preview(await this.keep(...lines));
    return faults.map(({ row, column, message }) => `${row} ${column} ${message}`);
  }

  import(id: string, state: string, isConfirmed = true) {
    return this.#call(importPeople, { id, state, isConfirmed, options: this.#options });
  }

  /** Imports a file as its preview shows it; returns what that has said: new, changed, unchanged people. */
  async importAll(...lines: readonly string[]): Promise<[created: number, changed: number, unchanged: number]> {
    const id = await this.keep(...lines);
    const { created, changed, unchanged, faults, state } = await this.preview(id);
    if (faults.length > 0) throw new Error(`the file has faults: ${JSON.stringify(faults)}`);
    await this.import(id, state);
    return [created, changed, unchanged];
  }
}
