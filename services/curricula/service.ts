import { CurriculumService } from '../../proto/gen/lyceum/curricula/v1/curriculum_pb.ts';
import { CurriculumVersionService } from '../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { ImportService } from '../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { PathwayService } from '../../proto/gen/lyceum/curricula/v1/pathway_pb.ts';
import { ProgramService } from '../../proto/gen/lyceum/curricula/v1/program_pb.ts';
import { ProgramVersionService } from '../../proto/gen/lyceum/curricula/v1/program_version_pb.ts';
import { unimplemented } from '../chassis/implement.ts';
import type { ServiceDefinition } from '../chassis/service.ts';

/** Curricula with their versions, modules and academic terms; the programs of continuing education with their versions and cohorts. */
export const curricula: ServiceDefinition = {
  name: 'curricula',
  migrations: new URL('./store/migrations/', import.meta.url),
  constraints: {},
  implementations: [
    unimplemented(CurriculumService),
    unimplemented(CurriculumVersionService),
    { service: ImportService, operations: [] },
    unimplemented(PathwayService),
    unimplemented(ProgramService),
    unimplemented(ProgramVersionService),
  ],
  consumers: [],
};
