import { CurriculumService } from '../../proto/gen/lyceum/curricula/v1/curriculum_pb.ts';
import { CurriculumVersionService } from '../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { ImportService } from '../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { PathwayService } from '../../proto/gen/lyceum/curricula/v1/pathway_pb.ts';
import { ProgramService } from '../../proto/gen/lyceum/curricula/v1/program_pb.ts';
import { ProgramVersionService } from '../../proto/gen/lyceum/curricula/v1/program_version_pb.ts';
import { implement, unimplemented } from '../chassis/implement.ts';
import type { ServiceDefinition } from '../chassis/service.ts';
import { createPathway } from './rpc/create-pathway.ts';
import { getCurriculum } from './rpc/get-curriculum.ts';
import { getCurriculumVersion } from './rpc/get-curriculum-version.ts';
import { listCurricula } from './rpc/list-curricula.ts';
import { listCurriculumVersions } from './rpc/list-curriculum-versions.ts';
import { listPathways } from './rpc/list-pathways.ts';

/** Curricula with their versions, modules and academic terms; the programs of continuing education with their versions and cohorts. */
export const curricula: ServiceDefinition = {
  name: 'curricula',
  migrations: new URL('./store/migrations/', import.meta.url),
  constraints: {},
  implementations: [
    implement(CurriculumService, { getCurriculum, listCurricula }),
    implement(CurriculumVersionService, { getCurriculumVersion, listCurriculumVersions }),
    { service: ImportService, operations: [] },
    implement(PathwayService, { createPathway, listPathways }),
    unimplemented(ProgramService),
    unimplemented(ProgramVersionService),
  ],
  consumers: [],
};
