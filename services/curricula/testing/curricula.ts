import { ElectionMode } from '../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { PathwayType } from '../../../proto/gen/lyceum/curricula/v1/pathway_pb.ts';
import type { CurriculumRecords, Ids } from './import-curricula.ts';

/** Two curricula on the ground records: the first version is full, and its lists are out of order; the others are almost empty. */
export function groundCurricula(ids: Ids): CurriculumRecords {
  const [analysis = '', systems = ''] = [ids['courseModules/analysis'], ids['courseModules/systems']];
  return [
    {
      ref: 'science',
      name: 'Science',
      code: 'SC',
      versions: [
        {
          ref: 'first',
          version: '1',
          name: 'First',
          isDefault: true,
          electionMode: ElectionMode.ELECT_BEFORE_TERM,
          electionStartWeeks: 6,
          electionEndWeeks: 0,
          terms: [
            { ref: 't2', position: 2, name: 'Term 2' },
            { ref: 't1', position: 1, name: 'Term 1' },
          ],
          pathways: [
            { ref: 'focus', name: 'Focus', type: PathwayType.SELECTABLE_FOCUS, position: 1 },
            { ref: 'core', name: 'Core', type: PathwayType.FIXED, position: 0, description: 'Everybody.' },
          ],
          moduleClusters: [
            {
              ref: 'elective',
              name: 'Electives',
              electiveBehavior: 'SELECT_UNTIL_ECTS',
              electiveBehaviorAmount: 7.5,
              rule: 'AT_LEAST',
              ruleAmount: 2,
              unlockAfterCp: 60,
              electAtOnce: true,
              overflowClusterRef: 'free',
              isReElectable: true,
            },
            { ref: 'free', name: 'Free choice', electiveBehavior: 'SELECT_ALL' },
          ],
          items: [
            {
              ref: 'i1',
              courseModuleId: systems,
              moduleVersionId: ids['moduleVersions/systems-1'],
              termRef: 't1',
              moduleClusterRef: 'elective',
              pathwayRef: 'core',
              parentRef: 'i2',
              isCoreModule: true,
              moduleGroupId: ids['moduleGroups/base'],
            },
            { ref: 'i2', courseModuleId: analysis },
            { ref: 'i3', courseModuleId: analysis, moduleVersionId: ids['moduleVersions/analysis-1'], termRef: 't2' },
          ],
        },
        { ref: 'second', version: '2', name: 'Second' },
      ],
    },
    {
      ref: 'arts',
      name: 'Arts',
      isCohortSpecific: true,
      isArchived: true,
      versions: [
        {
          ref: 'arts-1',
          version: '1',
          name: 'Arts',
          isDefault: true,
          isCohortVersion: true,
          terms: [{ ref: 'a1', position: 0, name: 'Term' }],
        },
      ],
    },
  ];
}
