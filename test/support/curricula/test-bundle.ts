import type { Call } from '../../../platform/calls/caller.ts';
import { systemIds } from '../../../platform/core/ids.ts';
import { present } from '../../../platform/core/present.ts';
import {
  type CurriculumVersionDetail,
  CurriculumVersionService,
} from '../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import type { TestService } from '../calls/start-test-service.ts';
import { type Ids, idsOf, importRecords, type LooseRecords } from '../import-records.ts';
import { groundCurricula } from './curricula.ts';
import { importGround } from './import-curricula.ts';

/** A record of a bundle that a test modifies. */
// biome-ignore lint/suspicious/noExplicitAny: tests change bundles in every way.
export type Loose = any;

/** The two curricula in an institution of their own, with the records they reference already imported. */
export class TestBundle {
  readonly institutionId: string;
  readonly call: Call;
  ids: Ids;
  readonly #service: TestService;

  private constructor(service: TestService, institutionId: string, call: Call, ids: Ids) {
    this.#service = service;
    this.institutionId = institutionId;
    this.call = call;
    this.ids = ids;
  }

  static async start(service: TestService): Promise<TestBundle> {
    const institutionId = systemIds.newId();
    const call = service.call({ kind: 'operator', institutionId });
    return new TestBundle(service, institutionId, call, await importGround(call));
  }

  /** The bundle's curricula after a change. */
  changed(change: (science: Loose, arts: Loose) => void): LooseRecords {
    const [science, arts, ...others] = structuredClone(groundCurricula());
    change(science, arts);
    return [science, arts, ...others].filter((record) => record !== undefined);
  }

  async import(records: LooseRecords = groundCurricula()) {
    const imported = await importRecords(this.call, 'curricula', records);
    this.ids = { ...this.ids, ...idsOf(imported) };
    return imported;
  }

  async detail(version = 'first', curriculum = 'science'): Promise<CurriculumVersionDetail> {
    const { detail } = await this.call(CurriculumVersionService.method.getCurriculumVersion, {
      curriculaId: this.ids[`curricula/${curriculum}`] ?? '',
      id: this.ids[`curriculaVersions/${version}`] ?? '',
    });
    return present(detail, 'detail');
  }

  /**
   * The institution's rows, each with its system column, which differs after a row is written again, even with the same
   * values.
   */
  rows(table: string): Promise<Record<string, unknown>[]> {
    return this.#service.sql(`SELECT *, xmin::text FROM ${table} WHERE institution_id = $1 ORDER BY id`, [
      this.institutionId,
    ]);
  }
}
