// Made by `npm run client:generate` from the OpenAPI document.

export interface Appointment {
  /** The appointment’s id. */
  readonly id: string;
  /** As given. */
  readonly title: string;
  /** Free text. Absent if there is none. */
  readonly notes?: string | undefined;
  /** When it begins. */
  readonly dateTime: string;
  /** Its length in minutes. */
  readonly duration: number;
  /** Whether it takes place online only. */
  readonly isOnline: boolean;
  /** Whether it takes place online and also in a room or at an address. */
  readonly isHybrid: boolean;
  /** The URL of the online meeting. Absent if there is none. */
  readonly onlineAddress?: string | undefined;
  /** The address you gave, otherwise that of the first booked room’s location. Absent if there is none. */
  readonly address?: string | undefined;
  /** Free-text label. */
  readonly location: string | null;
  /** The provider of the online meeting, from the host of `onlineAddress`: `zoom`, `teams`, `google_meet`, `webex` or `other`. Absent without an `onlineAddress`. */
  readonly provider?: string | undefined;
  /** Deprecated: use `appointmentRooms`. The first booked room. @deprecated */
  readonly roomId: string | null;
  /** The booked rooms, in the order given. */
  readonly appointmentRooms: readonly AppointmentRoomBooking[];
  /** The layers of the attached courses, in the order given. */
  readonly appointmentLayers: readonly AppointmentLayer[];
  /** The organizers, in the order given. */
  readonly organizerUsers: readonly AppointmentOrganizer[];
  /** The additional participants, in the order given. */
  readonly appointmentUsers: readonly AppointmentUserParticipant[];
  /** The administrator who created the integration. Empty if unknown. */
  readonly appointmentCreator: readonly AppointmentUserParticipant[];
  /** The invited user groups, in the order given. */
  readonly appointmentUserGroups: readonly AppointmentUserGroup[];
  readonly appointmentType: AppointmentType | null;
  readonly series: AppointmentSeries | null;
}

export interface AppointmentCreate {
  /** What it is called. */
  readonly title: string;
  /** Free text. */
  readonly notes?: string | undefined;
  /** When it begins, with an offset: `Z`, `+HH:MM` or `-HH:MM`. */
  readonly dateTime: string;
  /** Its length in minutes. */
  readonly duration: number;
  /** The **layer ids** of the courses to attach (`layerId` in GET /courses), not their entity ids. */
  readonly courseIds: readonly string[];
  /** Used only without `rooms`, `address` and `onlineAddress`; otherwise derived from them. False by default. */
  readonly isOnline?: boolean | undefined;
  /** Used only under the same conditions as `isOnline`. */
  readonly isHybrid?: boolean | undefined;
  /** The URL of the online meeting; absolute, with http or https. */
  readonly onlineAddress?: string | undefined;
  /** By default the address of the first booked room’s location. It follows that room until you give an address. */
  readonly address?: string | undefined;
  /** Free-text label. */
  readonly location?: string | undefined;
  /** The rooms to book. Each room may occur once. */
  readonly rooms?: readonly AppointmentRoomInput[] | undefined;
  /** The organizing users. */
  readonly organizerIds?: readonly string[] | undefined;
  /** The additional participants. */
  readonly userIds?: readonly string[] | undefined;
  /** The user groups to invite. */
  readonly userGroupIds?: readonly string[] | undefined;
  /** An appointment type of the institution. */
  readonly appointmentTypeId?: string | null | undefined;
}

/** An appointment was created. */
export type AppointmentCreatedEvent = Event & {
  readonly type: "appointment.created";
};

/** An appointment was deleted. */
export type AppointmentDeletedEvent = Event & {
  readonly type: "appointment.deleted";
};

export interface AppointmentLayer {
  /** The attached layer, as given in `courseIds`. */
  readonly layerId: string;
  readonly layer: {
    /** The layer’s id. */
    readonly id: string;
    /** The layer’s name. */
    readonly name: string;
  } | null;
  readonly course: {
    /** The course entity’s id. */
    readonly id: string;
    /** The course’s code. */
    readonly code: string | null;
    /** The course’s name. */
    readonly name: string;
  } | null;
}

export interface AppointmentMeta {
  /** The id of the request. In a replay: the id of the first request. */
  readonly requestId: string;
  /** When the response was made. In a replay: when the first response was made. */
  readonly timestamp: string;
  /** The API version, as in the path. */
  readonly version: "v4";
  /** Bookings of the same rooms that overlap this appointment: the first ten by `dateTime`. Empty if the rooms are free, or the appointment has none. A replay has those of the first response, or none if an earlier release has stored it. */
  readonly overlaps?: readonly RoomOverlap[] | undefined;
}

export interface AppointmentOrganizer {
  /** The organizing user. */
  readonly organizerId: string;
}

/** `setup` is the setup in effect; null if the room has no default setup. */
export interface AppointmentRoomBooking {
  /** The booked room. */
  readonly roomId: string;
  /** The requested setup; null for the room’s default setup. */
  readonly setupId: string | null;
  readonly room: Room;
  readonly setup: RoomSetup | null;
}

export interface AppointmentRoomInput {
  /** A room of the institution. */
  readonly roomId: string;
  /** One of the setups of the room. Null or absent: the default setup. */
  readonly setupId?: string | null | undefined;
}

export interface AppointmentSafeUser {
  /** The user’s id. */
  readonly id: string;
  /** The user’s name. */
  readonly name: string;
  /** The user’s email. */
  readonly email: string;
  /** Given name. */
  readonly firstName: string | null;
  /** Family name. */
  readonly lastName: string | null;
  /** URL of a picture. */
  readonly image: string | null;
}

export interface AppointmentSeries {
  /** The series’ id. */
  readonly id: string;
  /** The series’ name. */
  readonly name: string;
}

export interface AppointmentType {
  /** The type’s id. */
  readonly id: string;
  /** The type’s name. */
  readonly name: string;
  /** Such as `#1c4e80`. */
  readonly color: string | null;
}

export interface AppointmentUpdate {
  /** What it is called. */
  readonly title?: string | undefined;
  /** Free text. */
  readonly notes?: string | null | undefined;
  /** When it begins, with an offset: `Z`, `+HH:MM` or `-HH:MM`. */
  readonly dateTime?: string | undefined;
  /** Its length in minutes. */
  readonly duration?: number | undefined;
  /** The **layer ids** of the courses to attach (`layerId` in GET /courses), not their entity ids. */
  readonly courseIds?: readonly string[] | undefined;
  /** Used only without `rooms`, `address` and `onlineAddress`; otherwise derived from them. False by default. */
  readonly isOnline?: boolean | null | undefined;
  /** Used only under the same conditions as `isOnline`. */
  readonly isHybrid?: boolean | null | undefined;
  /** The URL of the online meeting; absolute, with http or https. */
  readonly onlineAddress?: string | null | undefined;
  /** By default the address of the first booked room’s location. It follows that room until you give an address. */
  readonly address?: string | null | undefined;
  /** Free-text label. */
  readonly location?: string | null | undefined;
  /** The rooms to book. Each room may occur once. */
  readonly rooms?: readonly AppointmentRoomInput[] | null | undefined;
  /** The organizing users. */
  readonly organizerIds?: readonly string[] | null | undefined;
  /** The additional participants. */
  readonly userIds?: readonly string[] | null | undefined;
  /** The user groups to invite. */
  readonly userGroupIds?: readonly string[] | null | undefined;
  /** An appointment type of the institution. */
  readonly appointmentTypeId?: string | null | undefined;
}

/** An appointment was changed. */
export type AppointmentUpdatedEvent = Event & {
  readonly type: "appointment.updated";
};

export interface AppointmentUserGroup {
  /** The invited group. */
  readonly userGroupId: string;
  readonly userGroup: {
    /** The group’s id. */
    readonly id: string;
    /** The group’s name. */
    readonly name: string;
  };
}

export interface AppointmentUserParticipant {
  /** The user’s id. */
  readonly userId: string;
  readonly user: AppointmentSafeUser;
}

export interface CalendarDay {
  /** The day’s id. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  /** The first day. */
  readonly from: string;
  /** The last day: the same as `from` for a single one. */
  readonly to: string;
  /** `holiday`, or `closed`: the institution is closed, as in school holidays. */
  readonly kind: "holiday" | "closed";
  /** When the day was created. */
  readonly createdAt: string;
  /** When the day was last changed. */
  readonly updatedAt: string;
}

export interface CalendarFeed {
  /** The feed’s id. */
  readonly id: string;
  /** The name that calendar programs show. Anyone with the URL can see it. */
  readonly name: string;
  /** The course whose appointments the calendar shows; takes the course entity’s id. */
  readonly courseId: string | null;
  /** The room whose bookings the calendar shows. */
  readonly roomId: string | null;
  /** The calendar shows the appointments that this user organizes. */
  readonly organizerId: string | null;
  /** The calendar shows the appointments that this user organizes or takes part in, also as a member of invited groups. */
  readonly userId: string | null;
  /** When the feed was created. */
  readonly createdAt: string;
}

export interface CalendarFeedCreate {
  /** The name that calendar programs show. Anyone with the URL can see it. */
  readonly name: string;
  /** The course whose appointments the calendar shows; takes the course entity’s id. */
  readonly courseId?: string | undefined;
  /** The room whose bookings the calendar shows. */
  readonly roomId?: string | undefined;
  /** The calendar shows the appointments that this user organizes. */
  readonly organizerId?: string | undefined;
  /** The calendar shows the appointments that this user organizes or takes part in, also as a member of invited groups. */
  readonly userId?: string | undefined;
}

export interface CalendarFeedWithUrl {
  /** The feed’s id. */
  readonly id: string;
  /** The name that calendar programs show. Anyone with the URL can see it. */
  readonly name: string;
  /** The course whose appointments the calendar shows; takes the course entity’s id. */
  readonly courseId: string | null;
  /** The room whose bookings the calendar shows. */
  readonly roomId: string | null;
  /** The calendar shows the appointments that this user organizes. */
  readonly organizerId: string | null;
  /** The calendar shows the appointments that this user organizes or takes part in, also as a member of invited groups. */
  readonly userId: string | null;
  /** When the feed was created. */
  readonly createdAt: string;
  /** The secret URL for calendar programs: anyone who has it can read the calendar. Only the first response shows it; null in a replay. */
  readonly url: string | null;
}

export interface ChangesMeta {
  /** The id of the request. In a replay: the id of the first request. */
  readonly requestId: string;
  /** When the response was made. In a replay: when the first response was made. */
  readonly timestamp: string;
  /** The API version, as in the path. */
  readonly version: "v4";
  /** The `updatedSince` of your next walk. It is the same on all pages of a walk. Every change that this walk does not have is in the next one, however late it becomes visible; some records come again. */
  readonly nextUpdatedSince: string;
}

export interface ChildModuleConnection {
  /** The connection’s id. */
  readonly id: string;
  /** The module version that is required. */
  readonly parentModuleVersionId: string;
  /** The module version that requires it. */
  readonly childModuleVersionId: string;
  /** The study period to which the requirement applies. */
  readonly studyPeriodId: string | null;
  readonly parentModuleVersion: RequiredModuleVersion;
}

export interface Cohort {
  /** The cohort’s id. */
  readonly id: string;
  /** The cohort’s name. */
  readonly name: string;
  /** The institution that the cohort belongs to. */
  readonly institutionId: string;
  /** When the cohort begins. */
  readonly startDate: string;
  /** When the cohort ends. */
  readonly endDate: string;
  /** The curriculum version by which the cohort studies. */
  readonly curriculaVersionId: string;
  /** The program version that it belongs to. */
  readonly studyProgramVersionId: string;
  /** Archived cohorts stay readable. */
  readonly isArchived: boolean;
  /** Whether the cohort has left its curriculum. Absent if not stated. */
  readonly hasDisconnectedFromCurricula?: boolean | undefined;
  /** The curriculum version with which the cohort began. */
  readonly originalCurriculaVersionId: string | null;
}

export interface CohortCurriculaVersionTermInDetail {
  /** The mapping’s id. */
  readonly id: string;
  /** The study term. */
  readonly curriculaVersionTermId: string;
  /** The academic term. */
  readonly organizationTermId: string;
  /** The cohort. */
  readonly cohortId: string;
  /** The institution that the mapping belongs to. */
  readonly institutionId: string;
  readonly cohort: CohortSummary;
  readonly organizationTerm: OrganizationTerm;
  readonly curriculaVersionTerm: CurriculaVersionTermSummary;
  /** How far the cohort is in the study term, as imported. */
  readonly cohortStudyTimelineStatus: Readonly<Record<string, unknown>> | null;
}

export interface CohortSummary {
  /** The cohort’s id. */
  readonly id: string;
  /** The cohort’s name. */
  readonly name: string;
}

/** The earliest record that the interval overlaps. For an item of a bulk, earlier items of the request count as records. */
export interface ConflictingLog {
  /** The record’s id. */
  readonly id: string;
  /** When it begins. */
  readonly startTime: string;
  /** When it ends; null for an open session. */
  readonly endTime: string | null;
}

export interface Course {
  /** The course entity’s id, for paths and filters. */
  readonly id: string;
  /** The id of the course’s layer, for `courseIds` of appointments. */
  readonly layerId: string;
  /** A code for look-ups. Need not be unique. */
  readonly code: string | null;
  /** The course’s name. */
  readonly name: string;
  /** Archived courses stay readable, but new references to them are rejected. */
  readonly isArchived: boolean;
  /** When the course was created. */
  readonly createdAt: string;
  /** The server’s clock when the last change of the course began. */
  readonly updatedAt: string;
}

export interface CourseAppointmentCreate {
  /** What it is called. */
  readonly title: string;
  /** Free text. */
  readonly notes?: string | undefined;
  /** When it begins, with an offset: `Z`, `+HH:MM` or `-HH:MM`. */
  readonly dateTime: string;
  /** Its length in minutes. */
  readonly duration: number;
  /** The **layer ids** of the courses to attach (`layerId` in GET /courses), not their entity ids. */
  readonly courseIds?: readonly string[] | undefined;
  /** Used only without `rooms`, `address` and `onlineAddress`; otherwise derived from them. False by default. */
  readonly isOnline?: boolean | undefined;
  /** Used only under the same conditions as `isOnline`. */
  readonly isHybrid?: boolean | undefined;
  /** The URL of the online meeting; absolute, with http or https. */
  readonly onlineAddress?: string | undefined;
  /** By default the address of the first booked room’s location. It follows that room until you give an address. */
  readonly address?: string | undefined;
  /** Free-text label. */
  readonly location?: string | undefined;
  /** The rooms to book. Each room may occur once. */
  readonly rooms?: readonly AppointmentRoomInput[] | undefined;
  /** The organizing users. */
  readonly organizerIds?: readonly string[] | undefined;
  /** The additional participants. */
  readonly userIds?: readonly string[] | undefined;
  /** The user groups to invite. */
  readonly userGroupIds?: readonly string[] | undefined;
  /** An appointment type of the institution. */
  readonly appointmentTypeId?: string | null | undefined;
}

/** A course was created. */
export type CourseCreatedEvent = Event & {
  readonly type: "course.created";
};

export interface CourseModule {
  /** The module’s id. */
  readonly id: string;
  /** The module’s name. */
  readonly name: string;
  /** The institution that the module belongs to. */
  readonly institutionId: string;
  /** A code for look-ups. */
  readonly code: string | null;
  /** Archived modules stay in the curricula that use them. */
  readonly isArchived: boolean | null;
  /** Names by language tag; null if there are none. */
  readonly nameTranslations: Readonly<Record<string, unknown>> | null;
  /** The module’s tags, ordered by name. */
  readonly courseModuleTags: readonly ModuleTag[];
}

export interface CourseModuleSummary {
  /** The module’s id. */
  readonly id: string;
  /** The module’s name. */
  readonly name: string;
  /** A code for look-ups. */
  readonly code: string | null;
}

/** A course was changed. */
export type CourseUpdatedEvent = Event & {
  readonly type: "course.updated";
};

export interface CurriculaSummary {
  /** The curriculum’s id. */
  readonly id: string;
  /** The curriculum’s name. */
  readonly name: string;
  /** Whether the curriculum was made for one cohort. */
  readonly isCohortSpecific: boolean;
}

export interface CurriculaVersion {
  /** The version’s id. */
  readonly id: string;
  /** The version number or label. */
  readonly version: string;
  /** The version’s name. */
  readonly name: string;
  /** When the version was created. */
  readonly createdAt: string;
  /** The server’s clock when the last change of the version began. */
  readonly updatedAt: string;
  /** The curriculum that it is a version of. */
  readonly curriculaId: string;
  /** When elections end, in weeks from the term. */
  readonly electionEndWeeks: number | null;
  /** When elections start, in weeks from the term. */
  readonly electionStartWeeks: number | null;
  /** When students choose their modules; null if not stated. */
  readonly electionMode: "ELECT_WHENEVER" | "ELECT_BEFORE_TERM" | "ELECT_AFTER_TERM" | null;
  /** Whether the curriculum was made for one cohort. */
  readonly isCohortVersion: boolean;
  /** The cohort for which the version was made. */
  readonly sourceCohortId: string | null;
  readonly sourceCohort: CohortSummary | null;
  /** Whether it is the curriculum’s default version. */
  readonly isDefault: boolean;
}

export interface CurriculaVersionDetail {
  /** The version’s id. */
  readonly id: string;
  /** The version number or label. */
  readonly version: string;
  /** The version’s name. */
  readonly name: string;
  /** When the version was created. */
  readonly createdAt: string;
  /** The server’s clock when the last change of the version began. */
  readonly updatedAt: string;
  /** The curriculum that it is a version of. */
  readonly curriculaId: string;
  /** When elections end, in weeks from the term. */
  readonly electionEndWeeks: number | null;
  /** When elections start, in weeks from the term. */
  readonly electionStartWeeks: number | null;
  /** When students choose their modules; null if not stated. */
  readonly electionMode: "ELECT_WHENEVER" | "ELECT_BEFORE_TERM" | "ELECT_AFTER_TERM" | null;
  /** Whether the curriculum was made for one cohort. */
  readonly isCohortVersion: boolean;
  /** The cohort for which the version was made. */
  readonly sourceCohortId: string | null;
  readonly sourceCohort: CohortSummary | null;
  /** Whether it is the curriculum’s default version. */
  readonly isDefault: boolean;
  readonly curricula: CurriculaSummary;
  /** The study terms, ordered by position. */
  readonly curriculaVersionTerms: readonly CurriculaVersionTermInDetail[];
  /** The pathways, ordered by position. */
  readonly curriculaVersionPathways: readonly Pathway[];
  /** The elective clusters, ordered by creation. */
  readonly curriculaVersionModuleCluster: readonly CurriculaVersionModuleCluster[];
  /** The module items, ordered by creation. */
  readonly curriculaVersionItems: readonly CurriculaVersionItemDetail[];
}

export interface CurriculaVersionItemDetail {
  /** The item’s id. */
  readonly id: string;
  /** The curriculum version that the item belongs to. */
  readonly curriculaVersionId: string;
  /** The module. */
  readonly courseModuleId: string;
  /** The module’s version. */
  readonly courseModuleVersionId: string | null;
  /** The study term. */
  readonly curriculaVersionTermId: string | null;
  /** The module cluster. */
  readonly curriculaVersionModuleClusterId: string | null;
  /** The pathway. */
  readonly curriculaVersionPathwayId: string | null;
  /** The parent item. */
  readonly parentId: string | null;
  /** The server’s clock when the last change of the item began. */
  readonly updatedAt: string;
  /** Whether every student takes the module. */
  readonly isCoreModule: boolean;
  readonly courseModule: CourseModule | null;
  readonly curriculaVersionTerm: CurriculaVersionTermInDetail | null;
  readonly curriculaVersionPathway: Pathway | null;
  readonly curriculaVersionModuleCluster: CurriculaVersionModuleCluster | null;
  /** The module group. */
  readonly moduleGroupId: string | null;
  readonly moduleGroup: ModuleGroup | null;
  readonly courseModuleVersion: CurriculaVersionItemModuleVersion | null;
}

export interface CurriculaVersionItemModuleVersion {
  /** The requirements of the examination. */
  readonly examinationRequirements: readonly ExaminationRequirement[];
  /** The module that it is a version of. */
  readonly courseModuleId: string;
  /** The module version’s id. */
  readonly id: string;
  /** The connections in which this module is the parent: the modules that require it. */
  readonly parentConnections: readonly ParentModuleConnection[];
  /** The connections in which this module is the child: the modules that it requires. */
  readonly childConnections: readonly ChildModuleConnection[];
  /** The module version’s name. */
  readonly name: string;
  /** A name that takes precedence over that of the version. */
  readonly moduleName: string | null;
  /** The version number or label. */
  readonly version: string;
  /** ECTS points. */
  readonly ectsPoints: number;
  /** Total units of the items in the time plan that require appointments; 0 without a time plan. */
  readonly unitAmount: number;
  /** The name of a unit, from the time plan, otherwise from the institution’s default unit. */
  readonly unitName: string;
  /** The length of a unit in minutes, from the time plan, otherwise from the institution’s default unit. */
  readonly unitMinuteEquivalent: number;
}

export interface CurriculaVersionModuleCluster {
  /** The cluster’s id. */
  readonly id: string;
  /** The rule by which students choose. */
  readonly electiveBehavior: string;
  /** The amount for the rule. */
  readonly electiveBehaviorAmount: number | null;
  /** An additional rule. */
  readonly rule: string | null;
  /** The amount for the rule. */
  readonly ruleAmount: number | null;
  /** When the cluster was created. */
  readonly createdAt: string;
  /** The server’s clock when the last change of the cluster began. */
  readonly updatedAt: string;
  /** The curriculum version that the cluster belongs to. */
  readonly curriculaVersionId: string;
  /** The cluster’s name. */
  readonly name: string;
  /** The number of credit points from which the cluster is open. */
  readonly unlockAfterCP: number | null;
  /** Whether students choose all modules of the cluster at once. */
  readonly electAtOnce: boolean;
  /** The cluster that counts what a student chooses beyond the amount of this one. */
  readonly overflowClusterId: string | null;
  /** Whether students may choose again. */
  readonly isReElectable: boolean;
}

export interface CurriculaVersionTermInDetail {
  /** The study term’s id. */
  readonly id: string;
  /** The position among the study terms of the version. */
  readonly position: number;
  /** The study term’s name. */
  readonly name: string;
  /** The curriculum version that the study term belongs to. */
  readonly curriculaVersionId: string;
  /** The academic term that each cohort takes for this study term, ordered by creation. */
  readonly cohortCurriculaVersionTerm: readonly CohortCurriculaVersionTermInDetail[];
}

export interface CurriculaVersionTermSummary {
  /** The study term’s id. */
  readonly id: string;
  /** The position among the study terms of the version. */
  readonly position: number;
  /** The study term’s name. */
  readonly name: string;
  /** The curriculum version that the study term belongs to. */
  readonly curriculaVersionId: string;
}

export interface Curriculum {
  /** The curriculum’s id. */
  readonly id: string;
  /** The curriculum’s name. */
  readonly name: string;
  /** The institution that the curriculum belongs to. */
  readonly institutionId: string;
  /** When the curriculum was created. */
  readonly createdAt: string;
  /** The server’s clock when the last change of the curriculum began. */
  readonly updatedAt: string;
  /** Whether the curriculum was made for one cohort. */
  readonly isCohortSpecific: boolean;
  /** Archived curricula stay readable, but new references to them are rejected. */
  readonly isArchived: boolean;
  /** A code for look-ups. Need not be unique. */
  readonly code: string | null;
  /** The number of versions. */
  readonly versionsCount: number;
}

/** A curriculum was created. */
export type CurriculumCreatedEvent = Event & {
  readonly type: "curriculum.created";
};

/** A curriculum was changed. */
export type CurriculumUpdatedEvent = Event & {
  readonly type: "curriculum.updated";
};

export interface DeprecatedUse {
  /** What it is: an operation, one of its query parameters (`GET /users?old`), of the properties of its body (`POST /users old`), or of its response, if your `fields` names it (`GET /users?fields=old`). */
  readonly feature: string;
  /** Since when it should not be used. */
  readonly since: string;
  /** When it ends. Null while that is undecided. */
  readonly sunset: string | null;
  /** The page that says what to use instead. */
  readonly guide: string;
  /** How many requests have used it in this hour and the 24 before it. */
  readonly requests: number;
  /** The beginning of the hour in which it was last used. */
  readonly lastUsedAt: string;
}

export interface Event {
  /** The event’s id. */
  readonly id: string;
  /** Increases within the institution, possibly with gaps. No event ever appears below a number that you have seen. 0 in the test of a webhook endpoint, which is not in the feed. */
  readonly sequence: number;
  /** What happened. More types may be added: ignore types that you do not know. */
  readonly type: string;
  /** The server’s clock when the command began that caused the event. The order of events is that of `sequence`, not of this. */
  readonly occurredAt: string;
  readonly resource: EventResource;
  /** The names of the changed fields. Null for creations and deletions, and if not known. */
  readonly changed: readonly string[] | null;
  readonly actor: EventActor;
  /** The id of the request that caused the event; null if there was none. */
  readonly requestId: string | null;
}

/** Who caused the event. */
export interface EventActor {
  /** Who it was. */
  readonly type: "integration" | "administrator" | "operator" | "system";
  /** The integration’s, administrator’s or operator’s id; null for the system. */
  readonly id: string | null;
}

/** The resource that changed. */
export interface EventResource {
  /** The kind of resource. More kinds may be added. */
  readonly type: string;
  /** The resource’s id. */
  readonly id: string;
  /** The path to read the resource, ready to request; null if the resource cannot be read. */
  readonly path: string | null;
}

export interface ExaminationRequirement {
  /** The name of the requirement. */
  readonly name: string;
  /** The share of the grade, relative to the other requirements. */
  readonly weight: number | null;
}

export interface FeedPagination {
  /** The `cursor` for the events that follow, now or later; opaque. It is valid as long as the events after it are kept. Also present on the last page: store it and ask again. */
  readonly next_cursor: string;
  /** False on the last page. */
  readonly has_more: boolean;
  /** The page size in effect. */
  readonly limit: number;
}

export interface Finding {
  /** Stable while rule, person, date and first record are the same. */
  readonly id: string;
  /** What was not kept: breaks, the time without a break, the rest between two working days, the length of a working day, the average of weeks, or a Sunday or holiday without work. */
  readonly rule: "break_too_short" | "stretch_too_long" | "rest_too_short" | "day_too_long" | "average_too_long" | "sunday_work" | "holiday_work";
  /** The rule set by which the person is judged. */
  readonly ruleSet: "de-arbzg" | "at-azg" | "nl-atw" | "ch-arg" | "eu-2003-88";
  /** Where the statute says it. */
  readonly paragraph: string;
  /** `violation`: more than the statute allows without more. `notice`: allowed under conditions that Lyceum does not know. */
  readonly severity: "violation" | "notice";
  /** The day to which it belongs, in the time zone of the institution: on which the working day began, on which work began again after a rest, or the Sunday that ends the weeks of an average. */
  readonly date: string;
  /** The person’s user id. */
  readonly userId: string;
  readonly minutes: FindingMinutes;
  /** The records of the working day, the two around a rest, those with work on the day, or those of the last week of an average: by start, at most 100. */
  readonly timeRecordIds: readonly string[];
  /** Whether one of its records was closed automatically, so that its end is not known. */
  readonly isUnsure: boolean;
  readonly acknowledged: FindingAcknowledgement | null;
}

/** Who has seen it. Null while it is open. */
export interface FindingAcknowledgement {
  /** When somebody acknowledged it. */
  readonly at: string;
  readonly by: {
    /** The administrator’s user id. */
    readonly id: string;
    /** The administrator’s name. Null if it is no longer known. */
    readonly name: string | null;
  };
  /** Why it is settled. */
  readonly reason: string;
}

export interface FindingMinutes {
  /** What was: the sum of the breaks that count, the rest, or the work. */
  readonly actual: number;
  /** The least break or rest, or the most work, that the rule allows. */
  readonly limit: number;
}

/** `setup` is the setup to book: the default setup if it has the requested seats, otherwise the smallest that has them; null if the room itself has them without a setup. */
export interface FreeRoom {
  /** The room’s id. */
  readonly id: string;
  /** The room’s name. */
  readonly name: string;
  /** The location that the room is in. */
  readonly locationId: string;
  /** The institution that the room belongs to. */
  readonly institutionId: string;
  /** Number of seats; null if not stated. */
  readonly capacity: number | null;
  /** Archived rooms stay readable, but new references to them are rejected. */
  readonly isArchived: boolean;
  /** The ways to furnish the room, ordered by name. A room may have none. */
  readonly setups: readonly RoomSetup[];
  /** When the room was created. */
  readonly createdAt: string;
  /** When the room or one of its setups was last changed. */
  readonly updatedAt: string;
  readonly setup: RoomSetup | null;
}

/** The settings in effect, with defaults filled in. An administrator changes them. */
export interface InstitutionSettings {
  /** The IANA time zone that its days have in time tracking. */
  readonly timeZone: string;
  /** If false, every operation of time tracking returns 403. */
  readonly timeTrackingEnabled: boolean;
  /** If false, creating an appointment returns 403. */
  readonly schedulingEnabled: boolean;
  /** If true, an appointment that books a room twice at one time returns 409. */
  readonly rejectRoomConflicts: boolean;
  /** The rules of working time by which hours are judged, unless a user group has others. Null if by none. */
  readonly workingTimeRules: "de-arbzg" | "at-azg" | "nl-atw" | "ch-arg" | "eu-2003-88" | null;
  /** The language of the console, of emails and of calendar feeds for whoever has chosen none: a BCP 47 tag. Null if it has chosen none. */
  readonly language: string | null;
  /** The format that a membership code must have when it is written; `[0]` is one digit. Null if any code will do. */
  readonly userCodeFormat: string | null;
  readonly defaultLessonUnit: {
    /** What it is called. */
    readonly name: string;
    /** Its length in minutes. */
    readonly minutes: number;
  };
}

export interface Integration {
  /** The integration’s id. */
  readonly id: string;
  /** The name that it was given. */
  readonly name: string;
  /** Its client id. */
  readonly clientId: string;
  /** The institution whose data it sees. */
  readonly institution: {
    /** The institution’s id. */
    readonly id: string;
    /** The institution’s name. */
    readonly name: string;
    /** The IANA time zone that its days have in time tracking. */
    readonly timeZone: string;
    readonly settings: InstitutionSettings;
  };
  /** Until when hours are closed. Null while time tracking cannot be reached. */
  readonly timeTracking: {
    /** The last day of the latest month that is closed for everybody. Null if none is. */
    readonly closedThrough: string | null;
  } | null;
  /** The same as in the headers `RateLimit-*` of this answer. */
  readonly rateLimit: {
    /** How many requests it may make in a minute. */
    readonly limit: number;
    /** How many more it may make now. */
    readonly remaining: number;
    /** In how many seconds it may make all of them. */
    readonly resetSeconds: number;
  };
  /** `full`, or `read`: it may send GET and dry runs alone. */
  readonly access: "full" | "read";
  /** The areas that it may use: `x-area` of an operation names its own. Null if all, those to come included. */
  readonly areas: readonly ("users" | "courses" | "appointments" | "curricula" | "continuing-education" | "locations" | "time-tracking" | "events")[] | null;
  /** Its valid secrets, the oldest first: two during a rotation. */
  readonly secrets: readonly IntegrationSecret[];
  /** What it has used in the last 31 days that is deprecated, at most a minute late. Empty: nothing. Null while that is unknown. */
  readonly deprecated: readonly DeprecatedUse[] | null;
  /** When the integration was created. */
  readonly createdAt: string;
}

export interface IntegrationSecret {
  /** When the secret was created. */
  readonly createdAt: string;
  /** When it was last used, at most a minute late; null if never. */
  readonly lastUsedAt: string | null;
  /** When it ends by itself; null if it is valid until the next rotation. */
  readonly expiresAt: string | null;
}

export interface Location {
  /** The location’s id. */
  readonly id: string;
  /** The location’s name. */
  readonly name: string;
  /** A postal address, for maps and geocoding. */
  readonly address: string;
  /** The institution that the location belongs to. */
  readonly institutionId: string;
  /** The number of records that belong to the location. The rooms themselves are not included. */
  readonly _count: {
    /** The number of rooms, including archived ones. */
    readonly rooms: number;
  };
}

/** A location was created. */
export type LocationCreatedEvent = Event & {
  readonly type: "location.created";
};

/** A location was changed. */
export type LocationUpdatedEvent = Event & {
  readonly type: "location.updated";
};

export interface LogBulk {
  /** The member’s user id. Give exactly one of `userId`, `email` and `code`. */
  readonly userId?: string | undefined;
  /** The member’s email; case-insensitive. */
  readonly email?: string | undefined;
  /** The member’s membership code (badge); case-insensitive, and white space around it is ignored. Must not be blank. */
  readonly code?: string | undefined;
  /** The logs to create. If the request names no member, each item names its own. */
  readonly items: readonly LogCreate[];
}

export interface LogBulkResult {
  /** The created logs, ordered by index. */
  readonly created: readonly ({
    /** The position of the item in the request, from 0. */
    readonly index: number;
    readonly log: TimeRecord;
  })[];
  /** The items that failed, ordered by index. */
  readonly failed: readonly ({
    /** The position of the item in the request, from 0. */
    readonly index: number;
    /** The status that a single create would have returned. */
    readonly status: number;
    /** The `code` of its problem. */
    readonly code: string;
    /** The `detail` of its problem. */
    readonly detail: string;
    /** The `errors` of its problem. Pointers are relative to the item. */
    readonly errors?: readonly ({
      readonly field: string;
      readonly message: string;
      readonly code: string;
      readonly pointer: string;
    })[] | undefined;
    readonly conflictingLog?: ConflictingLog | undefined;
    /** The last day of the latest closed month in which the log has a part. */
    readonly closedThrough?: string | undefined;
  })[];
}

export interface LogCreate {
  /** The member’s user id. Give exactly one of `userId`, `email` and `code`. */
  readonly userId?: string | undefined;
  /** The member’s email; case-insensitive. */
  readonly email?: string | undefined;
  /** The member’s membership code (badge); case-insensitive, and white space around it is ignored. Must not be blank. */
  readonly code?: string | undefined;
  /** When it begins. */
  readonly startTime: string;
  /** When it ends; exclusive. After `startTime`, by at most 366 days. */
  readonly endTime: string;
  /** The pauses in chronological order, without overlaps, within the log. */
  readonly pauses?: readonly TimePauseInput[] | undefined;
  /** Free text. */
  readonly note?: string | null | undefined;
}

/** A time record was created. */
export type LogCreatedEvent = Event & {
  readonly type: "log.created";
};

/** A time record was deleted. */
export type LogDeletedEvent = Event & {
  readonly type: "log.deleted";
};

export interface LogUpdate {
  /** The member’s user id. Give exactly one of `userId`, `email` and `code`. */
  readonly userId?: string | undefined;
  /** The member’s email; case-insensitive. */
  readonly email?: string | undefined;
  /** The member’s membership code (badge); case-insensitive, and white space around it is ignored. Must not be blank. */
  readonly code?: string | undefined;
  /** When it begins. */
  readonly startTime?: string | undefined;
  /** When it ends; exclusive. After `startTime`, by at most 366 days. */
  readonly endTime?: string | undefined;
  /** The pauses in chronological order, without overlaps, within the log. */
  readonly pauses?: readonly TimePauseInput[] | undefined;
  /** Free text. */
  readonly note?: string | null | undefined;
}

/** A time record was changed. */
export type LogUpdatedEvent = Event & {
  readonly type: "log.updated";
};

export interface Meta {
  /** The id of the request. In a replay: the id of the first request. */
  readonly requestId: string;
  /** When the response was made. In a replay: when the first response was made. */
  readonly timestamp: string;
  /** The API version, as in the path. */
  readonly version: "v4";
}

export interface ModuleGroup {
  /** The group’s id. */
  readonly id: string;
  /** The group’s name. */
  readonly name: string;
  /** A code for look-ups. */
  readonly code: string | null;
  /** A colour. */
  readonly color: string | null;
}

export interface ModuleTag {
  /** The id of the link between module and tag. */
  readonly id: string;
  /** The module. */
  readonly courseModuleId: string;
  /** The tag. */
  readonly tagId: string;
  readonly tag: Tag;
}

export interface ModuleVersion {
  /** The module version’s id. */
  readonly id: string;
  /** The version number or label. */
  readonly version: string;
  /** The module version’s name. */
  readonly name: string;
  /** Free text. */
  readonly description: string | null;
  /** The name of an icon. */
  readonly icon: string | null;
  /** The kind or set of the icon. */
  readonly iconType: string | null;
  /** The address of a picture. */
  readonly banner: string | null;
  /** When the module version was created. */
  readonly createdAt: string;
  /** The server’s clock when the last change of the module version began. */
  readonly updatedAt: string;
  /** The required attendance in percent. */
  readonly requiredAttendancePercentage: number | null;
  /** ECTS points. */
  readonly ectsPoints: number;
  /** The module that it is a version of. */
  readonly courseModuleId: string;
  /** Such as `ACTIVE`. */
  readonly status: string;
  /** The time plan of the version; null if there is none. */
  readonly timePlanId: string | null;
  /** Whether it is the module’s default version. */
  readonly isDefault: boolean;
  /** Whether the assessment may be taken early. */
  readonly earlyAssessmentEnabled: boolean;
  /** Whether students may elect the module now. */
  readonly isCurrentlyElectable: boolean;
  /** Seats. */
  readonly capacity: number | null;
  /** A colour. */
  readonly color: string | null;
  /** Whether files can be attached in the chats of new courses. */
  readonly courseChatFileAttachmentsDefault: boolean;
  /** Whether the chats of new courses are read-only. */
  readonly courseChatReadOnlyDefault: boolean;
  /** Which features new courses have, as imported. */
  readonly courseFeatureDefaults: Readonly<Record<string, unknown>> | null;
  /** A name that takes precedence over that of the version. */
  readonly moduleName: string | null;
  /** The rules for attempts at the examination, as imported. */
  readonly attemptRules: Readonly<Record<string, unknown>> | null;
}

/** A month of time records was closed. */
export type MonthClosedEvent = Event & {
  readonly type: "month.closed";
};

/** A closed month was reopened. */
export type MonthReopenedEvent = Event & {
  readonly type: "month.reopened";
};

export interface OrganizationTerm {
  /** The academic term’s id. */
  readonly id: string;
  /** The academic term’s name. */
  readonly name: string;
  /** The institution that the academic term belongs to. */
  readonly institutionId: string;
  /** When the term starts. */
  readonly termStart: string;
  /** When the term ends. */
  readonly termEnd: string;
  /** A code for look-ups. */
  readonly code: string | null;
  /** When elections start. */
  readonly electionStart: string | null;
  /** When elections end. */
  readonly electionEnd: string | null;
  /** When registration for reassessment starts. */
  readonly reassessmentRegistrationStart: string | null;
  /** When registration for reassessment ends. */
  readonly reassessmentRegistrationEnd: string | null;
}

export interface Pagination {
  /** The `cursor` of the next page; opaque, and valid for 24 hours. Null on the last page. */
  readonly next_cursor: string | null;
  /** False on the last page. */
  readonly has_more: boolean;
  /** The page size in effect. */
  readonly limit: number;
}

export interface ParentModuleConnection {
  /** The connection’s id. */
  readonly id: string;
  /** The module version that is required. */
  readonly parentModuleVersionId: string;
  /** The module version that requires it. */
  readonly childModuleVersionId: string;
  /** The study period to which the requirement applies. */
  readonly studyPeriodId: string | null;
  readonly childModuleVersion: ModuleVersion;
}

export interface Pathway {
  /** The pathway’s id. */
  readonly id: string;
  /** The position among the pathways of the version. Need not be unique. */
  readonly position: number;
  /** The pathway’s name. */
  readonly name: string;
  /** `FIXED`: mandatory. `SELECTABLE_FOCUS`: a student chooses one of these pathways. */
  readonly type: "FIXED" | "SELECTABLE_FOCUS";
  /** The curriculum version that the pathway belongs to. */
  readonly curriculaVersionId: string;
  /** Free text. */
  readonly description: string | null;
}

export interface PathwayCreate {
  /** Stored as given. By default the greatest position + 1, and 0 for the first pathway; if that exceeds the maximum, the number of pathways. */
  readonly position?: number | undefined;
  /** The pathway’s name. */
  readonly name: string;
  /** `FIXED`: mandatory. `SELECTABLE_FOCUS`: a student chooses one of these pathways. */
  readonly type: "FIXED" | "SELECTABLE_FOCUS";
  /** Free text. */
  readonly description?: string | undefined;
}

/** A pathway was created. */
export type PathwayCreatedEvent = Event & {
  readonly type: "pathway.created";
};

/** An error (RFC 9457). Some operations add members such as `conflictingLog`: see their examples. */
export interface Problem {
  /** The URL of a page that documents the code. */
  readonly type: string;
  /** The error code. Branch on this. */
  readonly code: "bad_request" | "unauthorized" | "forbidden" | "resource_not_found" | "conflict" | "validation_failed" | "idempotency_key_reused" | "rate_limit_exceeded" | "internal_error" | "institution_frozen" | "institution_moved" | "invalid_cursor" | "precondition_failed" | "precondition_required";
  /** The meaning of the code, for people. */
  readonly title: string;
  /** The HTTP status. */
  readonly status: number;
  /** What went wrong with this request, for people. */
  readonly detail: string;
  /** `urn:uuid:` and the request id. Absent if the request has its own id that is not a UUID. */
  readonly instance?: string | undefined;
  /** The invalid values of the request, one item each. Absent if there are none. */
  readonly errors?: readonly ({
    /** The same as `pointer`, in dotted form: `rooms.0.roomId`. */
    readonly field: string;
    /** A message for people. The wording may change. */
    readonly message: string;
    /** `required`: the field is missing; `invalid_type`: wrong JSON type; `invalid_string`: text in a wrong format; `invalid_enum`: not one of the allowed values; `too_small`: too short, too few or too small; `too_big`: too long, too many or too large; `unknown_field`: not a field of this request; `invalid_reference`: the id of a record that does not exist; `invalid_value`: any other error */
    readonly code: "required" | "invalid_type" | "invalid_string" | "invalid_enum" | "too_small" | "too_big" | "unknown_field" | "invalid_reference" | "invalid_value";
    /** An RFC 6901 pointer into the body, query or path: `/rooms/0/roomId`. */
    readonly pointer: string;
  })[] | undefined;
  /** The member’s open session. */
  readonly activeSession?: {
    /** The session’s id. */
    readonly id: string;
    /** When it began. */
    readonly startTime: string;
  } | undefined;
  readonly conflictingLog?: ConflictingLog | undefined;
  /** The session from an earlier day that this punch closed although it returned an error: the log, or only `id`, `startTime` and `endTime` if the log is very long. */
  readonly closedActiveSession?: TimeRecord | {
    /** The log’s id. */
    readonly id: string;
    /** When it began. */
    readonly startTime: string;
    /** The end of the day on which it started. */
    readonly endTime: string;
  } | undefined;
  /** The last day of the latest closed month in which the record has a part. */
  readonly closedThrough?: string | undefined;
  /** The earliest appointment that has booked one of the rooms at that time. */
  readonly conflictingAppointment?: {
    /** The appointment’s id. */
    readonly id: string;
    /** The room that both appointments need. */
    readonly roomId: string;
    /** When it begins. */
    readonly dateTime: string;
    /** The duration in minutes. */
    readonly duration: number;
  } | undefined;
  /** The area that the integration has no access to. */
  readonly area?: "users" | "courses" | "appointments" | "curricula" | "continuing-education" | "locations" | "time-tracking" | "events" | undefined;
  /** The base address of the installation that the institution has moved to. */
  readonly baseUrl?: string | undefined;
  /** How many webhook deliveries the institution may still request in this day (UTC). */
  readonly deliveriesLeft?: number | undefined;
}

/** A program of continuing education was created. */
export type ProgramCreatedEvent = Event & {
  readonly type: "program.created";
};

/** A program of continuing education was changed. */
export type ProgramUpdatedEvent = Event & {
  readonly type: "program.updated";
};

/** A version of a program was created. */
export type ProgramVersionCreatedEvent = Event & {
  readonly type: "program_version.created";
};

/** A version of a program was changed. */
export type ProgramVersionUpdatedEvent = Event & {
  readonly type: "program_version.updated";
};

export interface RequestRecord {
  /** The `X-Request-Id` of the answer, and `meta.requestId`. If you choose the ids of your requests, the latest request with an id is found by it. */
  readonly requestId: string;
  /** When the request arrived. */
  readonly time: string;
  /** The method. */
  readonly method: string;
  /** The path and the query. Of query parameters that the operation does not have, only the names. */
  readonly path: string;
  /** The path as this document has it; null if the request matched none. */
  readonly route: string | null;
  /** The status of the answer; 499 if you disconnected before it was sent. */
  readonly status: number;
  /** The `code` of the problem; null on success. */
  readonly code: string | null;
  /** The `detail` of the problem; null on success. */
  readonly detail: string | null;
  /** The first 20 `errors` of the problem; null if it has none. */
  readonly errors: readonly ({
    readonly field: string;
    readonly message: string;
    readonly code: string;
    readonly pointer: string;
  })[] | null;
  /** How long it took, from the arrival of the request to the end of the answer, in milliseconds. */
  readonly durationMs: number;
  /** The size of the body in bytes. */
  readonly bytesIn: number;
  /** The size of the answer’s body in bytes. */
  readonly bytesOut: number;
  /** Whether the answer repeated that of an earlier request with the same `Idempotency-Key`. */
  readonly isReplay: boolean;
  /** The header `User-Agent`, at most 200 characters. */
  readonly userAgent: string | null;
  /** Whether you could write then, or only read; null if the secret was wrong, and in old records. */
  readonly access: "full" | "read" | null;
  /** The areas that you could use then; null if all, and where `access` is null. */
  readonly areas: readonly ("users" | "courses" | "appointments" | "curricula" | "continuing-education" | "locations" | "time-tracking" | "events")[] | null;
  /** The address that the request came from. */
  readonly clientAddress: string | null;
}

export interface RequiredModuleVersion {
  /** The module version’s id. */
  readonly id: string;
  /** The version number or label. */
  readonly version: string;
  /** The module version’s name. */
  readonly name: string;
  /** Free text. */
  readonly description: string | null;
  /** The name of an icon. */
  readonly icon: string | null;
  /** The kind or set of the icon. */
  readonly iconType: string | null;
  /** The address of a picture. */
  readonly banner: string | null;
  /** When the module version was created. */
  readonly createdAt: string;
  /** The server’s clock when the last change of the module version began. */
  readonly updatedAt: string;
  /** The required attendance in percent. */
  readonly requiredAttendancePercentage: number | null;
  /** ECTS points. */
  readonly ectsPoints: number;
  /** The module that it is a version of. */
  readonly courseModuleId: string;
  /** Such as `ACTIVE`. */
  readonly status: string;
  /** The time plan of the version; null if there is none. */
  readonly timePlanId: string | null;
  /** Whether it is the module’s default version. */
  readonly isDefault: boolean;
  /** Whether the assessment may be taken early. */
  readonly earlyAssessmentEnabled: boolean;
  /** Whether students may elect the module now. */
  readonly isCurrentlyElectable: boolean;
  /** Seats. */
  readonly capacity: number | null;
  /** A colour. */
  readonly color: string | null;
  /** Whether files can be attached in the chats of new courses. */
  readonly courseChatFileAttachmentsDefault: boolean;
  /** Whether the chats of new courses are read-only. */
  readonly courseChatReadOnlyDefault: boolean;
  /** Which features new courses have, as imported. */
  readonly courseFeatureDefaults: Readonly<Record<string, unknown>> | null;
  /** A name that takes precedence over that of the version. */
  readonly moduleName: string | null;
  /** The rules for attempts at the examination, as imported. */
  readonly attemptRules: Readonly<Record<string, unknown>> | null;
  readonly courseModule: CourseModuleSummary;
}

export interface Room {
  /** The room’s id. */
  readonly id: string;
  /** The room’s name. */
  readonly name: string;
  /** The location that the room is in. */
  readonly locationId: string;
  /** The institution that the room belongs to. */
  readonly institutionId: string;
  /** Number of seats; null if not stated. */
  readonly capacity: number | null;
  /** Archived rooms stay readable, but new references to them are rejected. */
  readonly isArchived: boolean;
  /** The ways to furnish the room, ordered by name. A room may have none. */
  readonly setups: readonly RoomSetup[];
  /** When the room was created. */
  readonly createdAt: string;
  /** When the room or one of its setups was last changed. */
  readonly updatedAt: string;
}

/** A room was created. */
export type RoomCreatedEvent = Event & {
  readonly type: "room.created";
};

export interface RoomOverlap {
  /** The appointment’s id. */
  readonly id: string;
  /** The room that both appointments need. */
  readonly roomId: string;
  /** When it begins. */
  readonly dateTime: string;
  /** The duration in minutes. */
  readonly duration: number;
}

export interface RoomSetup {
  /** The setup’s id. */
  readonly id: string;
  /** The setup’s name. */
  readonly name: string;
  /** Number of seats in this setup; null if not stated. */
  readonly capacity: number | null;
  /** Whether this is the default setup, which is used if a request names none. */
  readonly isDefault: boolean;
}

/** A room was changed. */
export type RoomUpdatedEvent = Event & {
  readonly type: "room.updated";
};

/** A session was closed because the member had not clocked out. */
export type SessionAutoClosedEvent = Event & {
  readonly type: "session.auto_closed";
};

/** A member began a pause. */
export type SessionPausedEvent = Event & {
  readonly type: "session.paused";
};

/** A member ended a pause. */
export type SessionResumedEvent = Event & {
  readonly type: "session.resumed";
};

/** A member clocked in. */
export type SessionStartedEvent = Event & {
  readonly type: "session.started";
};

/** A member clocked out. */
export type SessionStoppedEvent = Event & {
  readonly type: "session.stopped";
};

export interface SessionTimestamp {
  /** The timestamp’s id. */
  readonly id: string;
  /** The session that it belongs to. */
  readonly sessionId: string;
  /** The template of the timestamp. */
  readonly templateId: string | null;
  /** The label you gave, otherwise that of the template. */
  readonly label: string;
  /** When. */
  readonly time: string;
}

/** The settings of the institution were changed. */
export type SettingsUpdatedEvent = Event & {
  readonly type: "settings.updated";
};

export interface SimpleUser {
  /** The user’s id. */
  readonly id: string;
  /** Never empty. */
  readonly name: string;
  /** As given. */
  readonly email: string;
  /** URL of a picture. */
  readonly image: string | null;
}

/** Has `closedActiveSession`, a log, if the start closed a session from an earlier day; if there were several, the earliest. */
export interface StartedSession {
  /** The record’s id; a session keeps it when it becomes a log. */
  readonly id: string;
  /** The member’s user id. */
  readonly userId: string;
  /** When it began. */
  readonly startTime: string;
  /** When it ended; exclusive. Null while open. */
  readonly endTime: string | null;
  /** `open` and `paused`: a session. `closed`: a log. */
  readonly status: "open" | "paused" | "closed";
  /** The pauses in chronological order, without overlaps, within the record. */
  readonly pauses: readonly TimePause[];
  /** By time. */
  readonly timestamps: readonly TimeTimestamp[];
  /** What created the record: a session start, a single log create, an item of a bulk, or an administrator in the console. */
  readonly source: "session" | "api" | "bulk" | "console";
  /** Free text. */
  readonly note: string | null;
  /** Whether a later punch closed it at the end of the day on which it started, in the institution’s time zone. */
  readonly autoClosed: boolean;
  /** When somebody last corrected the times, or confirmed those of a log that was closed automatically. Null if nobody has looked. */
  readonly correctedAt: string | null;
  /** The time from start to end, in whole minutes, rounded down. Null while open. */
  readonly durationMinutes: number | null;
  /** The total of all pauses, in whole minutes, rounded down. Null while open. */
  readonly pauseMinutes: number | null;
  /** The exact duration minus the exact pauses, in whole minutes, rounded down. Null while open. */
  readonly workedMinutes: number | null;
  /** When the record was created. */
  readonly createdAt: string;
  /** The server’s clock when the last change of the record began. */
  readonly updatedAt: string;
  readonly closedActiveSession?: TimeRecord | undefined;
}

export interface StudyProgram {
  /** The program’s id. */
  readonly id: string;
  /** The program’s name. */
  readonly name: string;
  /** The institution that the program belongs to. */
  readonly institutionId: string;
  /** What the program is for. */
  readonly objective: string | null;
  /** Archived programs stay in lists and stay readable. */
  readonly isArchived: boolean;
  /** A code for look-ups. Need not be unique. */
  readonly code: string | null;
  /** Data of statistics, as imported. */
  readonly statisticData: Readonly<Record<string, unknown>> | null;
  /** As given. Absent if not stated. */
  readonly defaultStudyTime?: number | undefined;
  /** The id of a tuition fee plan in another system, as imported. */
  readonly defaultTuitionFeePlanId: string | null;
  /** Whether the program has cohorts, as given. */
  readonly hasCohorts: boolean;
  /** Always false for programs of continuing education. */
  readonly hasStatistics: boolean;
  /** The kind of program. */
  readonly type: string | null;
  /** All versions, ordered by creation. Cohorts are not included. */
  readonly studyProgramVersion: readonly StudyProgramVersion[];
  /** Ordered by name, as people sort names: letters before case and accents (collation `en`). */
  readonly responsibleUsers: readonly SimpleUser[];
  /** In the order in which they were connected. */
  readonly connectedCurricula: readonly Curriculum[];
  readonly firstVersion: StudyProgramVersion;
  readonly defaultVersion: StudyProgramVersion;
  /** The number of versions of the program. */
  readonly versionsCount: number;
  /** The number of cohorts in all versions. */
  readonly cohortsCount: number;
  /** Always null. */
  readonly studyProgramMetadata: Readonly<Record<string, unknown>> | null;
}

export interface StudyProgramCreate {
  /** The program’s name. Must not be blank. */
  readonly name: string;
  /** What the program is for. */
  readonly objective?: string | undefined;
  /** A code for look-ups. Need not be unique. */
  readonly code?: string | undefined;
  /** Stored as given. */
  readonly defaultStudyTime?: number | undefined;
  /** Whether the program has cohorts. False by default. */
  readonly hasCohorts?: boolean | undefined;
  /** The name of the initial version. Must not be blank. By default the program’s name. */
  readonly initialVersionName?: string | undefined;
  /** The curricula to connect. Each may occur once. */
  readonly curriculaIds?: readonly string[] | undefined;
}

export interface StudyProgramVersion {
  /** The version’s id. */
  readonly id: string;
  /** The display label. */
  readonly name: string;
  /** The institution that the version belongs to. */
  readonly institutionId: string;
  /** The program that it is a version of. */
  readonly studyProgramId: string;
  /** A program has exactly one default version. */
  readonly isDefault: boolean;
  /** Data of statistics, as imported. */
  readonly statisticData: Readonly<Record<string, unknown>> | null;
}

export interface StudyProgramVersionCreate {
  /** The display label. Must not be blank. */
  readonly versionName: string;
}

export interface StudyProgramVersionDetail {
  /** The version’s id. */
  readonly id: string;
  /** The display label. */
  readonly name: string;
  /** The institution that the version belongs to. */
  readonly institutionId: string;
  /** The program that it is a version of. */
  readonly studyProgramId: string;
  /** A program has exactly one default version. */
  readonly isDefault: boolean;
  /** Data of statistics, as imported. */
  readonly statisticData: Readonly<Record<string, unknown>> | null;
  /** Ordered by `startDate`. */
  readonly cohorts: readonly Cohort[];
}

export interface StudyProgramVersionUpdate {
  /** The display label. Must not be blank. */
  readonly name?: string | undefined;
}

export interface Tag {
  /** The tag’s id. */
  readonly id: string;
  /** The tag’s name. */
  readonly name: string;
  /** The institution that the tag belongs to. */
  readonly institutionId: string;
  /** A colour. */
  readonly color: string | null;
  /** The name of a picture. */
  readonly icon: string | null;
}

/** The hours of a member in a period, as the totals of the member have them. */
export interface TimeMemberTotals {
  /** The member’s user id. */
  readonly userId: string;
  /** The time of all logs without their pauses, in whole minutes, rounded down. */
  readonly workedMinutes: number;
  /** The time of all pauses, in whole minutes, rounded down. */
  readonly pauseMinutes: number;
  /** How many logs have a part in it. */
  readonly logs: number;
  /** How many of these logs were closed at the end of their day. */
  readonly autoClosed: number;
  /** As `workedMinutes`, exact: seconds with milliseconds as decimals. */
  readonly workedSeconds: number;
  readonly openSession: TimeOpenSession | null;
}

export interface TimeOpenSession {
  /** The session’s id. */
  readonly id: string;
  /** When it began. */
  readonly startTime: string;
}

export interface TimePause {
  /** When the pause began. */
  readonly startTime: string;
  /** When it ended; null while it runs. */
  readonly endTime: string | null;
}

export interface TimePauseInput {
  /** When the pause begins. */
  readonly startTime: string;
  /** When it ends; after its start. */
  readonly endTime: string;
}

export interface TimePeriodTotals {
  /** The first day. */
  readonly start: string;
  /** The day after the last. */
  readonly end: string;
  /** The time of all logs without their pauses, in whole minutes, rounded down. */
  readonly workedMinutes: number;
  /** The time of all pauses, in whole minutes, rounded down. */
  readonly pauseMinutes: number;
  /** How many logs have a part in it. */
  readonly logs: number;
  /** How many of these logs were closed at the end of their day. */
  readonly autoClosed: number;
}

export interface TimePunch {
  /** The member’s user id. Give exactly one of `userId`, `email` and `code`. */
  readonly userId?: string | undefined;
  /** The member’s email; case-insensitive. */
  readonly email?: string | undefined;
  /** The member’s membership code (badge); case-insensitive, and white space around it is ignored. Must not be blank. */
  readonly code?: string | undefined;
  /** When the punch happened; by default now. At most 24 hours in the future. */
  readonly at?: string | undefined;
}

/** A session while it is open or paused; a log when it is closed. */
export interface TimeRecord {
  /** The record’s id; a session keeps it when it becomes a log. */
  readonly id: string;
  /** The member’s user id. */
  readonly userId: string;
  /** When it began. */
  readonly startTime: string;
  /** When it ended; exclusive. Null while open. */
  readonly endTime: string | null;
  /** `open` and `paused`: a session. `closed`: a log. */
  readonly status: "open" | "paused" | "closed";
  /** The pauses in chronological order, without overlaps, within the record. */
  readonly pauses: readonly TimePause[];
  /** By time. */
  readonly timestamps: readonly TimeTimestamp[];
  /** What created the record: a session start, a single log create, an item of a bulk, or an administrator in the console. */
  readonly source: "session" | "api" | "bulk" | "console";
  /** Free text. */
  readonly note: string | null;
  /** Whether a later punch closed it at the end of the day on which it started, in the institution’s time zone. */
  readonly autoClosed: boolean;
  /** When somebody last corrected the times, or confirmed those of a log that was closed automatically. Null if nobody has looked. */
  readonly correctedAt: string | null;
  /** The time from start to end, in whole minutes, rounded down. Null while open. */
  readonly durationMinutes: number | null;
  /** The total of all pauses, in whole minutes, rounded down. Null while open. */
  readonly pauseMinutes: number | null;
  /** The exact duration minus the exact pauses, in whole minutes, rounded down. Null while open. */
  readonly workedMinutes: number | null;
  /** When the record was created. */
  readonly createdAt: string;
  /** The server’s clock when the last change of the record began. */
  readonly updatedAt: string;
}

export interface TimeTimestamp {
  /** The timestamp’s id. */
  readonly id: string;
  /** The template of the timestamp; null if it has only a label. */
  readonly templateId: string | null;
  /** The label you gave, otherwise that of the template. */
  readonly label: string;
  /** When. */
  readonly time: string;
}

/** The hours of a member. Open sessions are not in the sums. */
export interface TimeTotals {
  /** The member’s user id. */
  readonly userId: string;
  /** The institution’s time zone (IANA), whose days these are. */
  readonly timeZone: string;
  /** The first day. */
  readonly from: string;
  /** The day after the last. */
  readonly to: string;
  /** The time of all logs without their pauses, in whole minutes, rounded down. */
  readonly workedMinutes: number;
  /** The time of all pauses, in whole minutes, rounded down. */
  readonly pauseMinutes: number;
  /** How many logs have a part in it. */
  readonly logs: number;
  /** How many of these logs were closed at the end of their day. */
  readonly autoClosed: number;
  readonly openSession: TimeOpenSession | null;
  /** All periods in order, without gaps and also empty ones. The first and the last are cut to `from` and `to`. */
  readonly periods: readonly TimePeriodTotals[];
}

/** A terminal recorded a timestamp. */
export type TimestampAddedEvent = Event & {
  readonly type: "timestamp.added";
};

export interface TimestampCreate {
  /** The member’s user id. Give exactly one of `userId`, `email` and `code`. */
  readonly userId?: string | undefined;
  /** The member’s email; case-insensitive. */
  readonly email?: string | undefined;
  /** The member’s membership code (badge); case-insensitive, and white space around it is ignored. Must not be blank. */
  readonly code?: string | undefined;
  /** When the punch happened; by default now. At most 24 hours in the future. */
  readonly at?: string | undefined;
  /** A template of the institution. Give a template, a label, or both. */
  readonly templateId?: string | null | undefined;
  /** The label; by default that of the template. */
  readonly label?: string | undefined;
}

export interface TimestampTemplate {
  /** The template’s id. You may store it. */
  readonly id: string;
  /** For people. */
  readonly label: string;
  /** For display. */
  readonly color: string | null;
  /** The position in the list, from 0. */
  readonly position: number;
}

export interface Usage {
  /** When the hour or the day (UTC) begins. */
  readonly start: string;
  /** How many requests were recorded. */
  readonly requests: number;
  /** The same by status. */
  readonly byStatus: {
    /** Those that succeeded. */
    readonly "2xx": number;
    /** Those of 304: you had the current representation. */
    readonly "3xx": number;
    /** Those that were refused. */
    readonly "4xx": number;
    /** Those that failed on our side. */
    readonly "5xx": number;
  };
  /** Those of 429. */
  readonly rateLimited: number;
  /** Half of the requests took at most this many milliseconds, within a tenth. */
  readonly p50Ms: number;
  /** 95 of 100 requests took at most this many milliseconds, within a tenth. */
  readonly p95Ms: number;
  /** The size of all bodies in bytes. */
  readonly bytesIn: number;
  /** The size of all answers’ bodies in bytes. */
  readonly bytesOut: number;
  /** How many more requests were answered, of which nothing was recorded because recording was not available for a while. */
  readonly lost: number;
}

export interface User {
  /** The user’s id. */
  readonly id: string;
  /** As given. Unique within the institution, case-insensitively. */
  readonly email: string;
  /** Never empty. */
  readonly name: string;
  /** Given name. */
  readonly firstName: string | null;
  /** Family name. */
  readonly lastName: string | null;
  /** URL of a picture. */
  readonly image: string | null;
  /** The membership code (badge), as stored. */
  readonly code: string | null;
  /** Archived users stay in lists and stay readable, but new references to them are rejected. */
  readonly isArchived: boolean;
  /** When the user was created. */
  readonly createdAt: string;
  /** The server’s clock when the last change of the user began. */
  readonly updatedAt: string;
  /** When the user was erased: name, email and all else that said who it was are gone. Null of others. */
  readonly erasedAt: string | null;
}

export interface UserCreate {
  /** Stored as given. Unique within the institution, case-insensitively. Must have one `@`. Letters and digits of every script are allowed; white space, control and format characters and `<>()[]\,;:"` are not. */
  readonly email: string;
  /** Follows `firstName` and `lastName` until a request gives a name. */
  readonly name?: string | undefined;
  /** Given name. */
  readonly firstName?: string | null | undefined;
  /** Family name. */
  readonly lastName?: string | null | undefined;
  /** URL of a picture. */
  readonly image?: string | null | undefined;
  /** The membership code (badge). Stored as given. Unique within the institution, case-insensitively and after trimming. Must match the institution’s `user_code_format`. */
  readonly code?: string | null | undefined;
}

/** A user was created. */
export type UserCreatedEvent = Event & {
  readonly type: "user.created";
};

export interface UserGroup {
  /** The group’s id. */
  readonly id: string;
  /** The group’s name. */
  readonly name: string;
  /** The number of members, including archived users. */
  readonly memberCount: number;
  /** When the group was created. */
  readonly createdAt: string;
  /** The server’s clock when the last change of the group’s name or members began. */
  readonly updatedAt: string;
}

/** A user group was created. */
export type UserGroupCreatedEvent = Event & {
  readonly type: "user_group.created";
};

/** A user group was changed. */
export type UserGroupUpdatedEvent = Event & {
  readonly type: "user_group.updated";
};

export interface UserUpdate {
  /** Stored as given. Unique within the institution, case-insensitively. Must have one `@`. Letters and digits of every script are allowed; white space, control and format characters and `<>()[]\,;:"` are not. */
  readonly email?: string | undefined;
  /** Follows `firstName` and `lastName` until a request gives a name. */
  readonly name?: string | undefined;
  /** Given name. */
  readonly firstName?: string | null | undefined;
  /** Family name. */
  readonly lastName?: string | null | undefined;
  /** URL of a picture. */
  readonly image?: string | null | undefined;
  /** The membership code (badge). Stored as given. Unique within the institution, case-insensitively and after trimming. Must match the institution’s `user_code_format`. */
  readonly code?: string | null | undefined;
  /** Archived users stay in lists and stay readable, but new references to them are rejected. */
  readonly isArchived?: boolean | undefined;
}

/** A user was changed, archived or restored. */
export type UserUpdatedEvent = Event & {
  readonly type: "user.updated";
};

/** A request to the receiver. */
export interface WebhookAttempt {
  /** When the request began. */
  readonly at: string;
  /** The duration in milliseconds. */
  readonly durationMs: number;
  /** The status of the response; null if there was none. */
  readonly status: number | null;
  /** Why there was no complete response: `timeout`, `name_not_resolved`, `address_not_allowed`, `https_required`, `connection_failed`, `tls_failed` or `invalid_answer`. Null if there was one. */
  readonly error: string | null;
  /** The beginning of the response, at most 1 KiB; null if there was none. */
  readonly response: string | null;
}

export interface WebhookDelivery {
  /** The delivery’s id. */
  readonly id: string;
  /** The webhook endpoint. */
  readonly endpointId: string;
  /** The id of the event, which receivers get as `webhook-id`. */
  readonly eventId: string;
  /** The type of the event. */
  readonly eventType: string;
  /** Whether the receiver has the event. `cancelled`: nothing more will be sent. */
  readonly status: "pending" | "succeeded" | "failed" | "cancelled";
  /** When the next attempt is due; later if the institution’s requests of the minute are used up, or while a replay runs. Null if the delivery has ended, and while it waits for an earlier event of the same resource. */
  readonly nextAttemptAt: string | null;
  /** The number of attempts that were made. */
  readonly attemptCount: number;
  readonly lastAttempt: WebhookLastAttempt | null;
  /** When the delivery was created. */
  readonly createdAt: string;
  /** When it was last attempted or requested. */
  readonly updatedAt: string;
}

export interface WebhookDeliveryWithAttempts {
  /** The delivery’s id. */
  readonly id: string;
  /** The webhook endpoint. */
  readonly endpointId: string;
  /** The id of the event, which receivers get as `webhook-id`. */
  readonly eventId: string;
  /** The type of the event. */
  readonly eventType: string;
  /** Whether the receiver has the event. `cancelled`: nothing more will be sent. */
  readonly status: "pending" | "succeeded" | "failed" | "cancelled";
  /** When the next attempt is due; later if the institution’s requests of the minute are used up, or while a replay runs. Null if the delivery has ended, and while it waits for an earlier event of the same resource. */
  readonly nextAttemptAt: string | null;
  /** The number of attempts that were made. */
  readonly attemptCount: number;
  readonly lastAttempt: WebhookLastAttempt | null;
  /** When the delivery was created. */
  readonly createdAt: string;
  /** When it was last attempted or requested. */
  readonly updatedAt: string;
  /** The attempts, in chronological order. */
  readonly attempts: readonly WebhookAttempt[];
}

export interface WebhookEndpoint {
  /** The endpoint’s id. */
  readonly id: string;
  /** The URL to which events are posted. */
  readonly url: string;
  /** For people. */
  readonly description: string | null;
  /** The types of events to send. Empty: all types. */
  readonly types: readonly string[];
  /** Whether events are sent. While the endpoint is disabled, deliveries wait. Enabling it clears `disabledReason`. */
  readonly isEnabled: boolean;
  /** Why the endpoint was disabled: `failures` after five days of failures, `gone` after a 410. Null otherwise. */
  readonly disabledReason: "failures" | "gone" | null;
  /** When the endpoint was created. */
  readonly createdAt: string;
  /** The server’s clock when the last change of the endpoint began. */
  readonly updatedAt: string;
}

export interface WebhookEndpointCreate {
  /** The URL to which events are posted. Must begin with `https://` and have no user name, password, fragment or control characters. Its host must be on the internet; what a name resolves to is checked when an event is sent. Stored and shown as it is called: `https://Campus.example` becomes `https://campus.example/`. */
  readonly url: string;
  /** For people. Has no control characters. */
  readonly description?: string | null | undefined;
  /** The types of events to send. Empty: all types, including those that are added later. */
  readonly types?: readonly string[] | undefined;
  /** Whether events are sent. While the endpoint is disabled, deliveries wait. Enabling it clears `disabledReason`. */
  readonly isEnabled?: boolean | undefined;
}

export interface WebhookEndpointUpdate {
  /** The URL to which events are posted. Must begin with `https://` and have no user name, password, fragment or control characters. Its host must be on the internet; what a name resolves to is checked when an event is sent. Stored and shown as it is called: `https://Campus.example` becomes `https://campus.example/`. */
  readonly url?: string | undefined;
  /** For people. Has no control characters. */
  readonly description?: string | null | undefined;
  /** The types of events to send. Empty: all types, including those that are added later. */
  readonly types?: readonly string[] | undefined;
  /** Whether events are sent. While the endpoint is disabled, deliveries wait. Enabling it clears `disabledReason`. */
  readonly isEnabled?: boolean | undefined;
}

export interface WebhookEndpointWithSecret {
  /** The endpoint’s id. */
  readonly id: string;
  /** The URL to which events are posted. */
  readonly url: string;
  /** For people. */
  readonly description: string | null;
  /** The types of events to send. Empty: all types. */
  readonly types: readonly string[];
  /** Whether events are sent. While the endpoint is disabled, deliveries wait. Enabling it clears `disabledReason`. */
  readonly isEnabled: boolean;
  /** Why the endpoint was disabled: `failures` after five days of failures, `gone` after a 410. Null otherwise. */
  readonly disabledReason: "failures" | "gone" | null;
  /** When the endpoint was created. */
  readonly createdAt: string;
  /** The server’s clock when the last change of the endpoint began. */
  readonly updatedAt: string;
  /** The secret that signs the events (Standard Webhooks). Only the first response shows it; null in a replay. */
  readonly secret: string | null;
}

/** The last request to the receiver; null if none was made. */
export interface WebhookLastAttempt {
  /** When the request began. */
  readonly at: string;
  /** The status of the response; null if there was none. */
  readonly status: number | null;
  /** Why there was no complete response: `timeout`, `name_not_resolved`, `address_not_allowed`, `https_required`, `connection_failed`, `tls_failed` or `invalid_answer`. Null if there was one. */
  readonly error: string | null;
}

export interface WebhookReplay {
  /** The `sequence` of the first event to send. */
  readonly fromSequence: number;
  /** The `sequence` of the last event to send. By default the end of the feed. */
  readonly toSequence?: number | undefined;
}

export interface WebhookReplayed {
  /** The number of deliveries that are created. */
  readonly deliveries: number;
}

/** A test that you have sent to the endpoint. */
export type WebhookTestEvent = Event & {
  readonly type: "webhook.test";
};

/** What a webhook brings: `type` tells which event it is. Types may be added: ignore those that you do not know. */
export type WebhookEvent =
  | UserCreatedEvent
  | UserUpdatedEvent
  | CourseCreatedEvent
  | CourseUpdatedEvent
  | UserGroupCreatedEvent
  | UserGroupUpdatedEvent
  | SettingsUpdatedEvent
  | AppointmentCreatedEvent
  | AppointmentUpdatedEvent
  | AppointmentDeletedEvent
  | SessionStartedEvent
  | SessionPausedEvent
  | SessionResumedEvent
  | SessionStoppedEvent
  | SessionAutoClosedEvent
  | TimestampAddedEvent
  | LogCreatedEvent
  | LogUpdatedEvent
  | LogDeletedEvent
  | MonthClosedEvent
  | MonthReopenedEvent
  | PathwayCreatedEvent
  | ProgramCreatedEvent
  | ProgramUpdatedEvent
  | ProgramVersionCreatedEvent
  | ProgramVersionUpdatedEvent
  | CurriculumCreatedEvent
  | CurriculumUpdatedEvent
  | LocationCreatedEvent
  | LocationUpdatedEvent
  | RoomCreatedEvent
  | RoomUpdatedEvent
  | WebhookTestEvent;
