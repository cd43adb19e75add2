import { auditQuery } from '../../platform/handler/audit.ts';
import { implement } from '../../platform/handler/implement.ts';
import type { ServiceDefinition } from '../../platform/process/service.ts';
import { AuditService } from '../../proto/gen/lyceum/curricula/v1/audit_pb.ts';
import { CurriculumService } from '../../proto/gen/lyceum/curricula/v1/curriculum_pb.ts';
import { CurriculumVersionService } from '../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { ImportService } from '../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { PathwayService } from '../../proto/gen/lyceum/curricula/v1/pathway_pb.ts';
import { ProgramService } from '../../proto/gen/lyceum/curricula/v1/program_pb.ts';
import { ProgramVersionService } from '../../proto/gen/lyceum/curricula/v1/program_version_pb.ts';
import { createPathway } from './rpc/create-pathway.ts';
import { createProgram } from './rpc/create-program.ts';
import { createProgramVersion } from './rpc/create-program-version.ts';
import { getCurriculaStamp } from './rpc/get-curricula-stamp.ts';
import { getCurriculum } from './rpc/get-curriculum.ts';
import { getCurriculumVersion } from './rpc/get-curriculum-version.ts';
import { getProgram } from './rpc/get-program.ts';
import { getProgramVersion } from './rpc/get-program-version.ts';
import { importRecords } from './rpc/import-records.ts';
import { listCurricula } from './rpc/list-curricula.ts';
import { listCurriculumVersions } from './rpc/list-curriculum-versions.ts';
import { listPathways } from './rpc/list-pathways.ts';
import { listProgramVersions } from './rpc/list-program-versions.ts';
import { listPrograms } from './rpc/list-programs.ts';
import { updateProgramVersion } from './rpc/update-program-version.ts';
import { curriculaTables } from './store/tables.ts';

/**
 * Curricula with their versions, modules and academic terms; programs of continuing education with their versions and
 * cohorts.
 */
export const curricula: ServiceDefinition = {
  name: 'curricula',
  migrations: new URL('./store/migrations/', import.meta.url),
  tables: curriculaTables,
  constraints: {},
  implementations: [
    implement(AuditService, { listAuditRecords: auditQuery(AuditService.method.listAuditRecords) }),
    implement(CurriculumService, { getCurriculum, listCurricula }),
    implement(CurriculumVersionService, { getCurriculaStamp, getCurriculumVersion, listCurriculumVersions }),
    implement(ImportService, { import: importRecords }),
    implement(PathwayService, { createPathway, listPathways }),
    implement(ProgramService, { createProgram, getProgram, listPrograms }),
    implement(ProgramVersionService, {
      createProgramVersion,
      getProgramVersion,
      listProgramVersions,
      updateProgramVersion,
    }),
  ],
  calls: ['directory'],
  consumers: [],
};
