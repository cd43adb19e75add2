import type { Call } from '../../../platform/calls/caller.ts';
import { systemIds } from '../../../platform/core/ids.ts';
import type { ImportedRecord } from '../../../proto/gen/lyceum/common/v1/import_pb.ts';
import { type Program, ProgramService } from '../../../proto/gen/lyceum/curricula/v1/program_pb.ts';
import {
  type ProgramVersionDetail,
  ProgramVersionService,
} from '../../../proto/gen/lyceum/curricula/v1/program_version_pb.ts';
import type { TestService } from '../calls/start-test-service.ts';
import { type Ids, idsOf, importRecords, type LooseRecords } from '../import-records.ts';
import { groundPrograms, importProgramGround } from './programs.ts';

/** A new institution with the records that programs reference, and their bundle. */
export class ProgramImport {
  readonly institutionId: string;
  readonly call: Call;
  readonly ids: Ids;
  readonly bundle: LooseRecords;
  readonly #service: TestService;

  private constructor(service: TestService, institutionId: string, call: Call, ids: Ids) {
    this.#service = service;
    this.institutionId = institutionId;
    this.call = call;
    this.ids = ids;
    this.bundle = groundPrograms();
  }

  static async prepare(service: TestService): Promise<ProgramImport> {
    const institutionId = systemIds.newId();
    const call = service.call({ kind: 'operator', institutionId });
    return new ProgramImport(service, institutionId, call, await importProgramGround(call));
  }

  async send(records: LooseRecords = this.bundle): Promise<ImportedRecord[]> {
    return await importRecords(this.call, 'programs', records);
  }

  /** Imports the bundle; returns the ids of all its records. */
  async sendForIds(): Promise<Ids> {
    return { ...this.ids, ...idsOf(await this.send()) };
  }

  /** The bundle with changes to the first program's record. */
  withCare(change: object): LooseRecords {
    return [{ ...this.bundle[0], ...change }, this.bundle[1]] as LooseRecords;
  }

  /** The bundle with other cohorts of the first program's first version. */
  withCohorts(...cohorts: object[]): LooseRecords {
    const versions = [{ ref: 'care-26', name: '2026', cohorts }, this.bundle[0]?.versions?.[1]];
    return this.withCare({ versions });
  }

  async programs(): Promise<Program[]> {
    return (await this.call(ProgramService.method.listPrograms, { page: { size: 100 } })).programs;
  }

  async version(studyProgramId = '', id = ''): Promise<ProgramVersionDetail | undefined> {
    return (await this.call(ProgramVersionService.method.getProgramVersion, { studyProgramId, id })).detail;
  }

  cohortTerms(): Promise<object[]> {
    return this.#service.sql(
      'SELECT id, cohort_id, curriculum_term_id, organization_term_id FROM cohort_terms WHERE institution_id = $1',
      [this.institutionId],
    );
  }

  async eventsCount(): Promise<number> {
    return (await this.#service.sql('SELECT FROM outbox WHERE institution_id = $1', [this.institutionId])).length;
  }
}
