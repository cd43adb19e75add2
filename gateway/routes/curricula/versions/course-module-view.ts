import { present } from '../../../../platform/core/present.ts';
import type { CourseModule, ModuleGroup, ModuleTag } from '../../../../proto/gen/lyceum/curricula/v1/module_pb.ts';
import type { CourseModuleView, ModuleGroupView } from '../../../schema/course-module.ts';

/** A module as a version's items show it. */
export function courseModuleView(module: CourseModule, institutionId: string): CourseModuleView {
  const { nameTranslations } = module;
  return {
    id: module.id,
    name: module.name,
    institutionId,
    code: module.code ?? null,
    isArchived: module.isArchived,
    nameTranslations: Object.keys(nameTranslations).length === 0 ? null : nameTranslations,
    courseModuleTags: module.tags.map((link) => moduleTagView(link, institutionId)),
  };
}

function moduleTagView(
  { id, courseModuleId, tag }: ModuleTag,
  institutionId: string,
): CourseModuleView['courseModuleTags'][number] {
  const { id: tagId, name, color, icon } = present(tag, 'tag');
  return {
    id,
    courseModuleId,
    tagId,
    tag: { id: tagId, name, institutionId, color: color ?? null, icon: icon ?? null },
  };
}

/** A module group as the specification shows it. */
export function moduleGroupView({ id, name, code, color }: ModuleGroup): ModuleGroupView {
  return { id, name, code: code ?? null, color: color ?? null };
}
