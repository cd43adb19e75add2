import { present } from '../../platform/core/present.ts';
import type { Manifest } from '../../platform/data/archive/manifest.ts';
import { closeFrozen, findStandstill } from '../../platform/data/standstill/closing-rows.ts';
import { isImported } from '../../platform/data/standstill/moving-rows.ts';
import { endFreeze, minutesAhead } from '../../platform/data/standstill/standstill-rows.ts';
import { importInstitution } from '../archive/import-institution.ts';
import { type Keys, keysOfService } from '../archive/sealed-values.ts';
import { keepErasures } from '../erasure/imported-erasures.ts';
import { withJournal } from '../erasure/with-journal.ts';
import { tellAccess } from '../standstill/closing.ts';
import { begin, finished } from '../standstill/deletion.ts';
import { type Installation, identityLast } from './installation.ts';

/** The copy of an institution at the installation that it moves to. */
export class InstitutionCopy {
  readonly #target: Installation;
  readonly #id: string;

  constructor(target: Installation, institutionId: string) {
    this.#target = target;
    this.#id = institutionId;
  }

  /** Whether it can be changed there, is frozen (also half made), or is being removed. */
  async state(): Promise<'absent' | 'frozen' | 'thawed' | 'ending'> {
    const rows = await Promise.all(
      [...this.#target.databases.values()].map(async (db) => ({
        isHere: await isImported(db, this.#id),
        row: await findStandstill(db, this.#id),
      })),
    );
    if (rows.some(({ isHere, row }) => isHere && row === undefined)) return 'thawed';
    if (rows.some(({ row }) => row && row.state !== 'frozen' && row.deletedAt === null)) return 'ending';
    return rows.some(({ row }) => row?.state === 'frozen') ? 'frozen' : 'absent';
  }

  /**
   * Makes all of it, or nothing, and leaves it frozen. What was made is not made again.
   * @returns the archive's manifest, which was verified
   */
  async make(
    archive: { readonly path: string; readonly keys: Keys },
    onTable: (name: string) => void,
  ): Promise<Manifest> {
    const { urls, environment } = this.#target;
    const { manifest } = await importInstitution({
      ...{ databasesOf: async () => urls, path: archive.path, onTable },
      keys: { archive: archive.keys, of: (service) => keysOfService(service, environment) },
    });
    return manifest;
  }

  /** Lets the journal there know who was erased here, so that nobody comes back with an older archive. */
  async keepErasures(path: string): Promise<void> {
    const { environment, databases } = this.#target;
    const ids = { from: this.#id, to: this.#id, newIdOf: (id: string) => id };
    await withJournal(environment, async (journal) => {
      if (journal) await keepErasures(databases, journal, { ...ids, path });
    });
  }

  async thaw(): Promise<void> {
    for (const [, db] of identityLast(this.#target)) await endFreeze(db, this.#id);
    await tellAccess(this.#target.databases);
  }

  /** From then on it cannot be thawed. It must be whole. */
  async close(): Promise<void> {
    const closedAt = await minutesAhead(present(this.#target.databases.get('directory'), 'directory'), 0);
    for (const db of this.#target.databases.values()) await closeFrozen(db, this.#id, closedAt);
  }

  /** Deletes it, which the services there do. Nothing of it was ever published: it was never thawed. */
  async remove(): Promise<void> {
    const deletion = { databases: this.#target.databases, institutionId: this.#id };
    await begin({ ...deletion, isWithoutArchive: true, beforehand: async () => undefined });
    await finished(deletion, () => undefined);
  }
}
