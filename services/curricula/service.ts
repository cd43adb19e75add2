import { archivePart } from '../../platform/handler/archive-part.ts';
import { auditCount, auditQuery } from '../../platform/handler/audit.ts';
import { implement } from '../../platform/handler/implement.ts';
import { personPart } from '../../platform/handler/person-part.ts';
import type { ServiceDefinition } from '../../platform/process/service-definition.ts';
import { ArchivePartService } from '../../proto/gen/lyceum/curricula/v1/archive_part_pb.ts';
import { AuditService } from '../../proto/gen/lyceum/curricula/v1/audit_pb.ts';
import { CurriculumService } from '../../proto/gen/lyceum/curricula/v1/curriculum_pb.ts';
import { CurriculumVersionService } from '../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { ImportService } from '../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { PathwayService } from '../../proto/gen/lyceum/curricula/v1/pathway_pb.ts';
import { PersonPartService } from '../../proto/gen/lyceum/curricula/v1/person_part_pb.ts';
import { ProgramService } from '../../proto/gen/lyceum/curricula/v1/program_pb.ts';
import { ProgramVersionService } from '../../proto/gen/lyceum/curricula/v1/program_version_pb.ts';
import { getCurriculaStamp, getCurriculum, listCurricula } from './rpc/curricula.ts';
import { getCurriculumVersion, listCurriculumVersions } from './rpc/curriculum-versions.ts';
import { importRecords } from './rpc/import-records.ts';
import { createPathway, listPathways } from './rpc/pathways.ts';
import {
  createProgramVersion,
  getProgramVersion,
  listProgramVersions,
  updateProgramVersion,
} from './rpc/program-versions.ts';
import { createProgram, getProgram, listPrograms } from './rpc/programs.ts';
import { curriculaTables } from './store/tables.ts';

/**
 * Curricula with their versions, modules and academic terms; programs of continuing education with their versions and
 * cohorts.
 */
export const curricula: ServiceDefinition = {
  name: 'curricula',
  isPlaceable: true,
  migrations: new URL('./store/migrations/', import.meta.url),
  tables: curriculaTables,
  constraints: {},
  implementations: [
    archivePart(ArchivePartService),
    personPart(PersonPartService, curriculaTables),
    implement(AuditService, {
      listAuditRecords: auditQuery(AuditService.method.listAuditRecords),
      countAuditRecords: auditCount(AuditService.method.countAuditRecords),
    }),
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
