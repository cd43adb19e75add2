"""Made by `npm run client:generate` from the OpenAPI document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, TypedDict

if TYPE_CHECKING:
    from datetime import datetime

    from typing_extensions import NotRequired


class Appointment(TypedDict):
    id: str
    """The appointment’s id."""
    title: str
    """As given."""
    notes: NotRequired[str]
    """Free text. Absent if there is none."""
    dateTime: str
    """When it begins."""
    duration: int
    """Its length in minutes."""
    isOnline: bool
    """Whether it takes place online only."""
    isHybrid: bool
    """Whether it takes place online and also in a room or at an address."""
    onlineAddress: NotRequired[str]
    """The URL of the online meeting. Absent if there is none."""
    address: NotRequired[str]
    """The address you gave, otherwise that of the first booked room’s location. Absent if there is none."""
    location: str | None
    """Free-text label."""
    provider: NotRequired[str]
    """The provider of the online meeting, from the host of `onlineAddress`: `zoom`, `teams`, `google_meet`, `webex` or `other`. Absent without an `onlineAddress`."""
    roomId: str | None
    """Deprecated: use `appointmentRooms`. The first booked room. Deprecated."""
    appointmentRooms: List[AppointmentRoomBooking]
    """The booked rooms, in the order given."""
    appointmentLayers: List[AppointmentLayer]
    """The layers of the attached courses, in the order given."""
    organizerUsers: List[AppointmentOrganizer]
    """The organizers, in the order given."""
    appointmentUsers: List[AppointmentUserParticipant]
    """The additional participants, in the order given."""
    appointmentCreator: List[AppointmentUserParticipant]
    """The administrator who created the integration. Empty if unknown."""
    appointmentUserGroups: List[AppointmentUserGroup]
    """The invited user groups, in the order given."""
    appointmentType: AppointmentType | None
    series: AppointmentSeries | None


class AppointmentCreate(TypedDict):
    title: str
    """What it is called."""
    notes: NotRequired[str]
    """Free text."""
    dateTime: str | datetime
    """When it begins, with an offset: `Z`, `+HH:MM` or `-HH:MM`."""
    duration: int
    """Its length in minutes."""
    courseIds: List[str]
    """The **layer ids** of the courses to attach (`layerId` in GET /courses), not their entity ids."""
    isOnline: NotRequired[bool]
    """Used only without `rooms`, `address` and `onlineAddress`; otherwise derived from them. False by default."""
    isHybrid: NotRequired[bool]
    """Used only under the same conditions as `isOnline`."""
    onlineAddress: NotRequired[str]
    """The URL of the online meeting; absolute, with http or https."""
    address: NotRequired[str]
    """By default the address of the first booked room’s location. It follows that room until you give an address."""
    location: NotRequired[str]
    """Free-text label."""
    rooms: NotRequired[List[AppointmentRoomInput]]
    """The rooms to book. Each room may occur once."""
    organizerIds: NotRequired[List[str]]
    """The organizing users."""
    userIds: NotRequired[List[str]]
    """The additional participants."""
    userGroupIds: NotRequired[List[str]]
    """The user groups to invite."""
    appointmentTypeId: NotRequired[str | None]
    """An appointment type of the institution."""


class AppointmentLayerLayer(TypedDict):
    id: str
    """The layer’s id."""
    name: str
    """The layer’s name."""


class AppointmentLayerCourse(TypedDict):
    id: str
    """The course entity’s id."""
    code: str | None
    """The course’s code."""
    name: str
    """The course’s name."""


class AppointmentLayer(TypedDict):
    layerId: str
    """The attached layer, as given in `courseIds`."""
    layer: AppointmentLayerLayer | None
    course: AppointmentLayerCourse | None


class AppointmentMeta(TypedDict):
    requestId: str
    """The id of the request. In a replay: the id of the first request."""
    timestamp: str
    """When the response was made. In a replay: when the first response was made."""
    version: Literal["v4"]
    """The API version, as in the path."""
    overlaps: NotRequired[List[RoomOverlap]]
    """Bookings of the same rooms that overlap this appointment: the first ten by `dateTime`. Empty if the rooms are free, or the appointment has none. A replay has those of the first response, or none if an earlier release has stored it."""


class AppointmentOrganizer(TypedDict):
    organizerId: str
    """The organizing user."""


class AppointmentRoomBooking(TypedDict):
    """`setup` is the setup in effect; null if the room has no default setup."""
    roomId: str
    """The booked room."""
    setupId: str | None
    """The requested setup; null for the room’s default setup."""
    room: Room
    setup: RoomSetup | None


class AppointmentRoomInput(TypedDict):
    roomId: str
    """A room of the institution."""
    setupId: NotRequired[str | None]
    """One of the setups of the room. Null or absent: the default setup."""


class AppointmentSafeUser(TypedDict):
    id: str
    """The user’s id."""
    name: str
    """The user’s name."""
    email: str
    """The user’s email."""
    firstName: str | None
    """Given name."""
    lastName: str | None
    """Family name."""
    image: str | None
    """URL of a picture."""


class AppointmentSeries(TypedDict):
    id: str
    """The series’ id."""
    name: str
    """The series’ name."""


class AppointmentType(TypedDict):
    id: str
    """The type’s id."""
    name: str
    """The type’s name."""
    color: str | None
    """Such as `#1c4e80`."""


class AppointmentUpdate(TypedDict):
    title: NotRequired[str]
    """What it is called."""
    notes: NotRequired[str | None]
    """Free text."""
    dateTime: NotRequired[str | datetime]
    """When it begins, with an offset: `Z`, `+HH:MM` or `-HH:MM`."""
    duration: NotRequired[int]
    """Its length in minutes."""
    courseIds: NotRequired[List[str]]
    """The **layer ids** of the courses to attach (`layerId` in GET /courses), not their entity ids."""
    isOnline: NotRequired[bool | None]
    """Used only without `rooms`, `address` and `onlineAddress`; otherwise derived from them. False by default."""
    isHybrid: NotRequired[bool | None]
    """Used only under the same conditions as `isOnline`."""
    onlineAddress: NotRequired[str | None]
    """The URL of the online meeting; absolute, with http or https."""
    address: NotRequired[str | None]
    """By default the address of the first booked room’s location. It follows that room until you give an address."""
    location: NotRequired[str | None]
    """Free-text label."""
    rooms: NotRequired[List[AppointmentRoomInput] | None]
    """The rooms to book. Each room may occur once."""
    organizerIds: NotRequired[List[str] | None]
    """The organizing users."""
    userIds: NotRequired[List[str] | None]
    """The additional participants."""
    userGroupIds: NotRequired[List[str] | None]
    """The user groups to invite."""
    appointmentTypeId: NotRequired[str | None]
    """An appointment type of the institution."""


class AppointmentUserGroupUserGroup(TypedDict):
    id: str
    """The group’s id."""
    name: str
    """The group’s name."""


class AppointmentUserGroup(TypedDict):
    userGroupId: str
    """The invited group."""
    userGroup: AppointmentUserGroupUserGroup


class AppointmentUserParticipant(TypedDict):
    userId: str
    """The user’s id."""
    user: AppointmentSafeUser


CalendarDay = TypedDict(
    "CalendarDay",
    {
        # The day’s id.
        "id": "str",
        # For people.
        "name": "str",
        # The first day.
        "from": "str",
        # The last day: the same as `from` for a single one.
        "to": "str",
        # `holiday`, or `closed`: the institution is closed, as in school holidays.
        "kind": "Literal[\"holiday\", \"closed\"]",
        # When the day was created.
        "createdAt": "str",
        # When the day was last changed.
        "updatedAt": "str",
    },
)


class CalendarFeed(TypedDict):
    id: str
    """The feed’s id."""
    name: str
    """The name that calendar programs show. Anyone with the URL can see it."""
    courseId: str | None
    """The course whose appointments the calendar shows; takes the course entity’s id."""
    roomId: str | None
    """The room whose bookings the calendar shows."""
    organizerId: str | None
    """The calendar shows the appointments that this user organizes."""
    userId: str | None
    """The calendar shows the appointments that this user organizes or takes part in, also as a member of invited groups."""
    createdAt: str
    """When the feed was created."""


class CalendarFeedCreate(TypedDict):
    name: str
    """The name that calendar programs show. Anyone with the URL can see it."""
    courseId: NotRequired[str]
    """The course whose appointments the calendar shows; takes the course entity’s id."""
    roomId: NotRequired[str]
    """The room whose bookings the calendar shows."""
    organizerId: NotRequired[str]
    """The calendar shows the appointments that this user organizes."""
    userId: NotRequired[str]
    """The calendar shows the appointments that this user organizes or takes part in, also as a member of invited groups."""


class CalendarFeedWithUrl(TypedDict):
    id: str
    """The feed’s id."""
    name: str
    """The name that calendar programs show. Anyone with the URL can see it."""
    courseId: str | None
    """The course whose appointments the calendar shows; takes the course entity’s id."""
    roomId: str | None
    """The room whose bookings the calendar shows."""
    organizerId: str | None
    """The calendar shows the appointments that this user organizes."""
    userId: str | None
    """The calendar shows the appointments that this user organizes or takes part in, also as a member of invited groups."""
    createdAt: str
    """When the feed was created."""
    url: str | None
    """The secret URL for calendar programs: anyone who has it can read the calendar. Only the first response shows it; null in a replay."""


class ChangesMeta(TypedDict):
    requestId: str
    """The id of the request. In a replay: the id of the first request."""
    timestamp: str
    """When the response was made. In a replay: when the first response was made."""
    version: Literal["v4"]
    """The API version, as in the path."""
    nextUpdatedSince: str
    """The `updatedSince` of your next walk. It is the same on all pages of a walk. Every change that this walk does not have is in the next one, however late it becomes visible; some records come again."""


class ChildModuleConnection(TypedDict):
    id: str
    """The connection’s id."""
    parentModuleVersionId: str
    """The module version that is required."""
    childModuleVersionId: str
    """The module version that requires it."""
    studyPeriodId: str | None
    """The study period to which the requirement applies."""
    parentModuleVersion: RequiredModuleVersion


class Cohort(TypedDict):
    id: str
    """The cohort’s id."""
    name: str
    """The cohort’s name."""
    institutionId: str
    """The institution that the cohort belongs to."""
    startDate: str
    """When the cohort begins."""
    endDate: str
    """When the cohort ends."""
    curriculaVersionId: str
    """The curriculum version by which the cohort studies."""
    studyProgramVersionId: str
    """The program version that it belongs to."""
    isArchived: bool
    """Archived cohorts stay readable."""
    hasDisconnectedFromCurricula: NotRequired[bool]
    """Whether the cohort has left its curriculum. Absent if not stated."""
    originalCurriculaVersionId: str | None
    """The curriculum version with which the cohort began."""


class CohortCurriculaVersionTermInDetail(TypedDict):
    id: str
    """The mapping’s id."""
    curriculaVersionTermId: str
    """The study term."""
    organizationTermId: str
    """The academic term."""
    cohortId: str
    """The cohort."""
    institutionId: str
    """The institution that the mapping belongs to."""
    cohort: CohortSummary
    organizationTerm: OrganizationTerm
    curriculaVersionTerm: CurriculaVersionTermSummary
    cohortStudyTimelineStatus: Dict[str, Any] | None
    """How far the cohort is in the study term, as imported."""


class CohortSummary(TypedDict):
    id: str
    """The cohort’s id."""
    name: str
    """The cohort’s name."""


class ConflictingLog(TypedDict):
    """The earliest record that the interval overlaps. For an item of a bulk, earlier items of the request count as records."""
    id: str
    """The record’s id."""
    startTime: str
    """When it begins."""
    endTime: str | None
    """When it ends; null for an open session."""


class Course(TypedDict):
    id: str
    """The course entity’s id, for paths and filters."""
    layerId: str
    """The id of the course’s layer, for `courseIds` of appointments."""
    code: str | None
    """A code for look-ups. Need not be unique."""
    name: str
    """The course’s name."""
    isArchived: bool
    """Archived courses stay readable, but new references to them are rejected."""
    createdAt: str
    """When the course was created."""
    updatedAt: str
    """The server’s clock when the last change of the course began."""


class CourseAppointmentCreate(TypedDict):
    title: str
    """What it is called."""
    notes: NotRequired[str]
    """Free text."""
    dateTime: str | datetime
    """When it begins, with an offset: `Z`, `+HH:MM` or `-HH:MM`."""
    duration: int
    """Its length in minutes."""
    courseIds: NotRequired[List[str]]
    """The **layer ids** of the courses to attach (`layerId` in GET /courses), not their entity ids."""
    isOnline: NotRequired[bool]
    """Used only without `rooms`, `address` and `onlineAddress`; otherwise derived from them. False by default."""
    isHybrid: NotRequired[bool]
    """Used only under the same conditions as `isOnline`."""
    onlineAddress: NotRequired[str]
    """The URL of the online meeting; absolute, with http or https."""
    address: NotRequired[str]
    """By default the address of the first booked room’s location. It follows that room until you give an address."""
    location: NotRequired[str]
    """Free-text label."""
    rooms: NotRequired[List[AppointmentRoomInput]]
    """The rooms to book. Each room may occur once."""
    organizerIds: NotRequired[List[str]]
    """The organizing users."""
    userIds: NotRequired[List[str]]
    """The additional participants."""
    userGroupIds: NotRequired[List[str]]
    """The user groups to invite."""
    appointmentTypeId: NotRequired[str | None]
    """An appointment type of the institution."""


class CourseModule(TypedDict):
    id: str
    """The module’s id."""
    name: str
    """The module’s name."""
    institutionId: str
    """The institution that the module belongs to."""
    code: str | None
    """A code for look-ups."""
    isArchived: bool | None
    """Archived modules stay in the curricula that use them."""
    nameTranslations: Dict[str, Any] | None
    """Names by language tag; null if there are none."""
    courseModuleTags: List[ModuleTag]
    """The module’s tags, ordered by name."""


class CourseModuleSummary(TypedDict):
    id: str
    """The module’s id."""
    name: str
    """The module’s name."""
    code: str | None
    """A code for look-ups."""


class CurriculaSummary(TypedDict):
    id: str
    """The curriculum’s id."""
    name: str
    """The curriculum’s name."""
    isCohortSpecific: bool
    """Whether the curriculum was made for one cohort."""


class CurriculaVersion(TypedDict):
    id: str
    """The version’s id."""
    version: str
    """The version number or label."""
    name: str
    """The version’s name."""
    createdAt: str
    """When the version was created."""
    updatedAt: str
    """The server’s clock when the last change of the version began."""
    curriculaId: str
    """The curriculum that it is a version of."""
    electionEndWeeks: int | None
    """When elections end, in weeks from the term."""
    electionStartWeeks: int | None
    """When elections start, in weeks from the term."""
    electionMode: Literal["ELECT_WHENEVER", "ELECT_BEFORE_TERM", "ELECT_AFTER_TERM"] | None
    """When students choose their modules; null if not stated."""
    isCohortVersion: bool
    """Whether the curriculum was made for one cohort."""
    sourceCohortId: str | None
    """The cohort for which the version was made."""
    sourceCohort: CohortSummary | None
    isDefault: bool
    """Whether it is the curriculum’s default version."""


class CurriculaVersionDetail(TypedDict):
    id: str
    """The version’s id."""
    version: str
    """The version number or label."""
    name: str
    """The version’s name."""
    createdAt: str
    """When the version was created."""
    updatedAt: str
    """The server’s clock when the last change of the version began."""
    curriculaId: str
    """The curriculum that it is a version of."""
    electionEndWeeks: int | None
    """When elections end, in weeks from the term."""
    electionStartWeeks: int | None
    """When elections start, in weeks from the term."""
    electionMode: Literal["ELECT_WHENEVER", "ELECT_BEFORE_TERM", "ELECT_AFTER_TERM"] | None
    """When students choose their modules; null if not stated."""
    isCohortVersion: bool
    """Whether the curriculum was made for one cohort."""
    sourceCohortId: str | None
    """The cohort for which the version was made."""
    sourceCohort: CohortSummary | None
    isDefault: bool
    """Whether it is the curriculum’s default version."""
    curricula: CurriculaSummary
    curriculaVersionTerms: List[CurriculaVersionTermInDetail]
    """The study terms, ordered by position."""
    curriculaVersionPathways: List[Pathway]
    """The pathways, ordered by position."""
    curriculaVersionModuleCluster: List[CurriculaVersionModuleCluster]
    """The elective clusters, ordered by creation."""
    curriculaVersionItems: List[CurriculaVersionItemDetail]
    """The module items, ordered by creation."""


class CurriculaVersionItemDetail(TypedDict):
    id: str
    """The item’s id."""
    curriculaVersionId: str
    """The curriculum version that the item belongs to."""
    courseModuleId: str
    """The module."""
    courseModuleVersionId: str | None
    """The module’s version."""
    curriculaVersionTermId: str | None
    """The study term."""
    curriculaVersionModuleClusterId: str | None
    """The module cluster."""
    curriculaVersionPathwayId: str | None
    """The pathway."""
    parentId: str | None
    """The parent item."""
    updatedAt: str
    """The server’s clock when the last change of the item began."""
    isCoreModule: bool
    """Whether every student takes the module."""
    courseModule: CourseModule | None
    curriculaVersionTerm: CurriculaVersionTermInDetail | None
    curriculaVersionPathway: Pathway | None
    curriculaVersionModuleCluster: CurriculaVersionModuleCluster | None
    moduleGroupId: str | None
    """The module group."""
    moduleGroup: ModuleGroup | None
    courseModuleVersion: CurriculaVersionItemModuleVersion | None


class CurriculaVersionItemModuleVersion(TypedDict):
    examinationRequirements: List[ExaminationRequirement]
    """The requirements of the examination."""
    courseModuleId: str
    """The module that it is a version of."""
    id: str
    """The module version’s id."""
    parentConnections: List[ParentModuleConnection]
    """The connections in which this module is the parent: the modules that require it."""
    childConnections: List[ChildModuleConnection]
    """The connections in which this module is the child: the modules that it requires."""
    name: str
    """The module version’s name."""
    moduleName: str | None
    """A name that takes precedence over that of the version."""
    version: str
    """The version number or label."""
    ectsPoints: int
    """ECTS points."""
    unitAmount: float
    """Total units of the items in the time plan that require appointments; 0 without a time plan."""
    unitName: str
    """The name of a unit, from the time plan, otherwise from the institution’s default unit."""
    unitMinuteEquivalent: float
    """The length of a unit in minutes, from the time plan, otherwise from the institution’s default unit."""


class CurriculaVersionModuleCluster(TypedDict):
    id: str
    """The cluster’s id."""
    electiveBehavior: str
    """The rule by which students choose."""
    electiveBehaviorAmount: float | None
    """The amount for the rule."""
    rule: str | None
    """An additional rule."""
    ruleAmount: float | None
    """The amount for the rule."""
    createdAt: str
    """When the cluster was created."""
    updatedAt: str
    """The server’s clock when the last change of the cluster began."""
    curriculaVersionId: str
    """The curriculum version that the cluster belongs to."""
    name: str
    """The cluster’s name."""
    unlockAfterCP: float | None
    """The number of credit points from which the cluster is open."""
    electAtOnce: bool
    """Whether students choose all modules of the cluster at once."""
    overflowClusterId: str | None
    """The cluster that counts what a student chooses beyond the amount of this one."""
    isReElectable: bool
    """Whether students may choose again."""


class CurriculaVersionTermInDetail(TypedDict):
    id: str
    """The study term’s id."""
    position: int
    """The position among the study terms of the version."""
    name: str
    """The study term’s name."""
    curriculaVersionId: str
    """The curriculum version that the study term belongs to."""
    cohortCurriculaVersionTerm: List[CohortCurriculaVersionTermInDetail]
    """The academic term that each cohort takes for this study term, ordered by creation."""


class CurriculaVersionTermSummary(TypedDict):
    id: str
    """The study term’s id."""
    position: int
    """The position among the study terms of the version."""
    name: str
    """The study term’s name."""
    curriculaVersionId: str
    """The curriculum version that the study term belongs to."""


class Curriculum(TypedDict):
    id: str
    """The curriculum’s id."""
    name: str
    """The curriculum’s name."""
    institutionId: str
    """The institution that the curriculum belongs to."""
    createdAt: str
    """When the curriculum was created."""
    updatedAt: str
    """The server’s clock when the last change of the curriculum began."""
    isCohortSpecific: bool
    """Whether the curriculum was made for one cohort."""
    isArchived: bool
    """Archived curricula stay readable, but new references to them are rejected."""
    code: str | None
    """A code for look-ups. Need not be unique."""
    versionsCount: int
    """The number of versions."""


class DeprecatedUse(TypedDict):
    feature: str
    """What it is: an operation, one of its query parameters (`GET /users?old`), of the properties of its body (`POST /users old`), or of its response, if your `fields` names it (`GET /users?fields=old`)."""
    since: str
    """Since when it should not be used."""
    sunset: str | None
    """When it ends. Null while that is undecided."""
    guide: str
    """The page that says what to use instead."""
    requests: int
    """How many requests have used it in this hour and the 24 before it."""
    lastUsedAt: str
    """The beginning of the hour in which it was last used."""


class Event(TypedDict):
    id: str
    """The event’s id."""
    sequence: int
    """Increases within the institution, possibly with gaps. No event ever appears below a number that you have seen. 0 in the test of a webhook endpoint, which is not in the feed."""
    type: str
    """What happened. More types may be added: ignore types that you do not know."""
    occurredAt: str
    """The server’s clock when the command began that caused the event. The order of events is that of `sequence`, not of this."""
    resource: EventResource
    changed: List[str] | None
    """The names of the changed fields. Null for creations and deletions, and if not known."""
    actor: EventActor
    requestId: str | None
    """The id of the request that caused the event; null if there was none."""


class EventActor(TypedDict):
    """Who caused the event."""
    type: Literal["integration", "administrator", "operator", "system"]
    """Who it was."""
    id: str | None
    """The integration’s, administrator’s or operator’s id; null for the system."""


class EventResource(TypedDict):
    """The resource that changed."""
    type: str
    """The kind of resource. More kinds may be added."""
    id: str
    """The resource’s id."""
    path: str | None
    """The path to read the resource, ready to request; null if the resource cannot be read."""


class ExaminationRequirement(TypedDict):
    name: str
    """The name of the requirement."""
    weight: float | None
    """The share of the grade, relative to the other requirements."""


class FeedPagination(TypedDict):
    next_cursor: str
    """The `cursor` for the events that follow, now or later; opaque. It is valid as long as the events after it are kept. Also present on the last page: store it and ask again."""
    has_more: bool
    """False on the last page."""
    limit: int
    """The page size in effect."""


class Finding(TypedDict):
    id: str
    """Stable while rule, person, date and first record are the same."""
    rule: Literal["break_too_short", "stretch_too_long", "rest_too_short", "day_too_long", "average_too_long", "sunday_work", "holiday_work"]
    """What was not kept: breaks, the time without a break, the rest between two working days, the length of a working day, the average of weeks, or a Sunday or holiday without work."""
    ruleSet: Literal["de-arbzg", "at-azg", "nl-atw", "ch-arg", "eu-2003-88"]
    """The rule set by which the person is judged."""
    paragraph: str
    """Where the statute says it."""
    severity: Literal["violation", "notice"]
    """`violation`: more than the statute allows without more. `notice`: allowed under conditions that Lyceum does not know."""
    date: str
    """The day to which it belongs, in the time zone of the institution: on which the working day began, on which work began again after a rest, or the Sunday that ends the weeks of an average."""
    userId: str
    """The person’s user id."""
    minutes: FindingMinutes
    timeRecordIds: List[str]
    """The records of the working day, the two around a rest, those with work on the day, or those of the last week of an average: by start, at most 100."""
    isUnsure: bool
    """Whether one of its records was closed automatically, so that its end is not known."""
    acknowledged: FindingAcknowledgement | None


class FindingAcknowledgementBy(TypedDict):
    id: str
    """The administrator’s user id."""
    name: str | None
    """The administrator’s name. Null if it is no longer known."""


class FindingAcknowledgement(TypedDict):
    """Who has seen it. Null while it is open."""
    at: str
    """When somebody acknowledged it."""
    by: FindingAcknowledgementBy
    reason: str
    """Why it is settled."""


class FindingMinutes(TypedDict):
    actual: int
    """What was: the sum of the breaks that count, the rest, or the work."""
    limit: int
    """The least break or rest, or the most work, that the rule allows."""


class FreeRoom(TypedDict):
    """`setup` is the setup to book: the default setup if it has the requested seats, otherwise the smallest that has them; null if the room itself has them without a setup."""
    id: str
    """The room’s id."""
    name: str
    """The room’s name."""
    locationId: str
    """The location that the room is in."""
    institutionId: str
    """The institution that the room belongs to."""
    capacity: int | None
    """Number of seats; null if not stated."""
    isArchived: bool
    """Archived rooms stay readable, but new references to them are rejected."""
    setups: List[RoomSetup]
    """The ways to furnish the room, ordered by name. A room may have none."""
    createdAt: str
    """When the room was created."""
    updatedAt: str
    """When the room or one of its setups was last changed."""
    setup: RoomSetup | None


class InstitutionSettingsDefaultLessonUnit(TypedDict):
    name: str
    """What it is called."""
    minutes: float
    """Its length in minutes."""


class InstitutionSettings(TypedDict):
    """The settings in effect, with defaults filled in. An administrator changes them."""
    timeZone: str
    """The IANA time zone that its days have in time tracking."""
    timeTrackingEnabled: bool
    """If false, every operation of time tracking returns 403."""
    schedulingEnabled: bool
    """If false, creating an appointment returns 403."""
    rejectRoomConflicts: bool
    """If true, an appointment that books a room twice at one time returns 409."""
    workingTimeRules: Literal["de-arbzg", "at-azg", "nl-atw", "ch-arg", "eu-2003-88"] | None
    """The rules of working time by which hours are judged, unless a user group has others. Null if by none."""
    language: str | None
    """The language of the console, of emails and of calendar feeds for whoever has chosen none: a BCP 47 tag. Null if it has chosen none."""
    userCodeFormat: str | None
    """The format that a membership code must have when it is written; `[0]` is one digit. Null if any code will do."""
    defaultLessonUnit: InstitutionSettingsDefaultLessonUnit


class IntegrationInstitution(TypedDict):
    """The institution whose data it sees."""
    id: str
    """The institution’s id."""
    name: str
    """The institution’s name."""
    timeZone: str
    """The IANA time zone that its days have in time tracking."""
    settings: InstitutionSettings


class IntegrationTimeTracking(TypedDict):
    """Until when hours are closed. Null while time tracking cannot be reached."""
    closedThrough: str | None
    """The last day of the latest month that is closed for everybody. Null if none is."""


class IntegrationRateLimit(TypedDict):
    """The same as in the headers `RateLimit-*` of this answer."""
    limit: int
    """How many requests it may make in a minute."""
    remaining: int
    """How many more it may make now."""
    resetSeconds: int
    """In how many seconds it may make all of them."""


class Integration(TypedDict):
    id: str
    """The integration’s id."""
    name: str
    """The name that it was given."""
    clientId: str
    """Its client id."""
    institution: IntegrationInstitution
    """The institution whose data it sees."""
    timeTracking: IntegrationTimeTracking | None
    """Until when hours are closed. Null while time tracking cannot be reached."""
    rateLimit: IntegrationRateLimit
    """The same as in the headers `RateLimit-*` of this answer."""
    access: Literal["full", "read"]
    """`full`, or `read`: it may send GET and dry runs alone."""
    areas: List[Literal["users", "courses", "appointments", "curricula", "continuing-education", "locations", "time-tracking", "events"]] | None
    """The areas that it may use: `x-area` of an operation names its own. Null if all, those to come included."""
    secrets: List[IntegrationSecret]
    """Its valid secrets, the oldest first: two during a rotation."""
    deprecated: List[DeprecatedUse] | None
    """What it has used in the last 31 days that is deprecated, at most a minute late. Empty: nothing. Null while that is unknown."""
    createdAt: str
    """When the integration was created."""


class IntegrationSecret(TypedDict):
    createdAt: str
    """When the secret was created."""
    lastUsedAt: str | None
    """When it was last used, at most a minute late; null if never."""
    expiresAt: str | None
    """When it ends by itself; null if it is valid until the next rotation."""


class Location_count(TypedDict):
    """The number of records that belong to the location. The rooms themselves are not included."""
    rooms: int
    """The number of rooms, including archived ones."""


class Location(TypedDict):
    id: str
    """The location’s id."""
    name: str
    """The location’s name."""
    address: str
    """A postal address, for maps and geocoding."""
    institutionId: str
    """The institution that the location belongs to."""
    _count: Location_count
    """The number of records that belong to the location. The rooms themselves are not included."""


class LogBulk(TypedDict):
    userId: NotRequired[str]
    """The member’s user id. Give exactly one of `userId`, `email` and `code`."""
    email: NotRequired[str]
    """The member’s email; case-insensitive."""
    code: NotRequired[str]
    """The member’s membership code (badge); case-insensitive, and white space around it is ignored. Must not be blank."""
    items: List[LogCreate]
    """The logs to create. If the request names no member, each item names its own."""


class LogBulkResultCreatedItem(TypedDict):
    index: int
    """The position of the item in the request, from 0."""
    log: TimeRecord


class LogBulkResultFailedItemErrorsItem(TypedDict):
    field: str
    message: str
    code: str
    pointer: str


class LogBulkResultFailedItem(TypedDict):
    index: int
    """The position of the item in the request, from 0."""
    status: int
    """The status that a single create would have returned."""
    code: str
    """The `code` of its problem."""
    detail: str
    """The `detail` of its problem."""
    errors: NotRequired[List[LogBulkResultFailedItemErrorsItem]]
    """The `errors` of its problem. Pointers are relative to the item."""
    conflictingLog: NotRequired[ConflictingLog]
    closedThrough: NotRequired[str]
    """The last day of the latest closed month in which the log has a part."""


class LogBulkResult(TypedDict):
    created: List[LogBulkResultCreatedItem]
    """The created logs, ordered by index."""
    failed: List[LogBulkResultFailedItem]
    """The items that failed, ordered by index."""


class LogCreate(TypedDict):
    userId: NotRequired[str]
    """The member’s user id. Give exactly one of `userId`, `email` and `code`."""
    email: NotRequired[str]
    """The member’s email; case-insensitive."""
    code: NotRequired[str]
    """The member’s membership code (badge); case-insensitive, and white space around it is ignored. Must not be blank."""
    startTime: str | datetime
    """When it begins."""
    endTime: str | datetime
    """When it ends; exclusive. After `startTime`, by at most 366 days."""
    pauses: NotRequired[List[TimePauseInput]]
    """The pauses in chronological order, without overlaps, within the log."""
    note: NotRequired[str | None]
    """Free text."""


class LogUpdate(TypedDict):
    userId: NotRequired[str]
    """The member’s user id. Give exactly one of `userId`, `email` and `code`."""
    email: NotRequired[str]
    """The member’s email; case-insensitive."""
    code: NotRequired[str]
    """The member’s membership code (badge); case-insensitive, and white space around it is ignored. Must not be blank."""
    startTime: NotRequired[str | datetime]
    """When it begins."""
    endTime: NotRequired[str | datetime]
    """When it ends; exclusive. After `startTime`, by at most 366 days."""
    pauses: NotRequired[List[TimePauseInput]]
    """The pauses in chronological order, without overlaps, within the log."""
    note: NotRequired[str | None]
    """Free text."""


class Meta(TypedDict):
    requestId: str
    """The id of the request. In a replay: the id of the first request."""
    timestamp: str
    """When the response was made. In a replay: when the first response was made."""
    version: Literal["v4"]
    """The API version, as in the path."""


class ModuleGroup(TypedDict):
    id: str
    """The group’s id."""
    name: str
    """The group’s name."""
    code: str | None
    """A code for look-ups."""
    color: str | None
    """A colour."""


class ModuleTag(TypedDict):
    id: str
    """The id of the link between module and tag."""
    courseModuleId: str
    """The module."""
    tagId: str
    """The tag."""
    tag: Tag


class ModuleVersion(TypedDict):
    id: str
    """The module version’s id."""
    version: str
    """The version number or label."""
    name: str
    """The module version’s name."""
    description: str | None
    """Free text."""
    icon: str | None
    """The name of an icon."""
    iconType: str | None
    """The kind or set of the icon."""
    banner: str | None
    """The address of a picture."""
    createdAt: str
    """When the module version was created."""
    updatedAt: str
    """The server’s clock when the last change of the module version began."""
    requiredAttendancePercentage: float | None
    """The required attendance in percent."""
    ectsPoints: int
    """ECTS points."""
    courseModuleId: str
    """The module that it is a version of."""
    status: str
    """Such as `ACTIVE`."""
    timePlanId: str | None
    """The time plan of the version; null if there is none."""
    isDefault: bool
    """Whether it is the module’s default version."""
    earlyAssessmentEnabled: bool
    """Whether the assessment may be taken early."""
    isCurrentlyElectable: bool
    """Whether students may elect the module now."""
    capacity: int | None
    """Seats."""
    color: str | None
    """A colour."""
    courseChatFileAttachmentsDefault: bool
    """Whether files can be attached in the chats of new courses."""
    courseChatReadOnlyDefault: bool
    """Whether the chats of new courses are read-only."""
    courseFeatureDefaults: Dict[str, Any] | None
    """Which features new courses have, as imported."""
    moduleName: str | None
    """A name that takes precedence over that of the version."""
    attemptRules: Dict[str, Any] | None
    """The rules for attempts at the examination, as imported."""


class OrganizationTerm(TypedDict):
    id: str
    """The academic term’s id."""
    name: str
    """The academic term’s name."""
    institutionId: str
    """The institution that the academic term belongs to."""
    termStart: str
    """When the term starts."""
    termEnd: str
    """When the term ends."""
    code: str | None
    """A code for look-ups."""
    electionStart: str | None
    """When elections start."""
    electionEnd: str | None
    """When elections end."""
    reassessmentRegistrationStart: str | None
    """When registration for reassessment starts."""
    reassessmentRegistrationEnd: str | None
    """When registration for reassessment ends."""


class Pagination(TypedDict):
    next_cursor: str | None
    """The `cursor` of the next page; opaque, and valid for 24 hours. Null on the last page."""
    has_more: bool
    """False on the last page."""
    limit: int
    """The page size in effect."""


class ParentModuleConnection(TypedDict):
    id: str
    """The connection’s id."""
    parentModuleVersionId: str
    """The module version that is required."""
    childModuleVersionId: str
    """The module version that requires it."""
    studyPeriodId: str | None
    """The study period to which the requirement applies."""
    childModuleVersion: ModuleVersion


class Pathway(TypedDict):
    id: str
    """The pathway’s id."""
    position: int
    """The position among the pathways of the version. Need not be unique."""
    name: str
    """The pathway’s name."""
    type: Literal["FIXED", "SELECTABLE_FOCUS"]
    """`FIXED`: mandatory. `SELECTABLE_FOCUS`: a student chooses one of these pathways."""
    curriculaVersionId: str
    """The curriculum version that the pathway belongs to."""
    description: str | None
    """Free text."""


class PathwayCreate(TypedDict):
    position: NotRequired[int]
    """Stored as given. By default the greatest position + 1, and 0 for the first pathway; if that exceeds the maximum, the number of pathways."""
    name: str
    """The pathway’s name."""
    type: Literal["FIXED", "SELECTABLE_FOCUS"]
    """`FIXED`: mandatory. `SELECTABLE_FOCUS`: a student chooses one of these pathways."""
    description: NotRequired[str]
    """Free text."""


class ProblemErrorsItem(TypedDict):
    field: str
    """The same as `pointer`, in dotted form: `rooms.0.roomId`."""
    message: str
    """A message for people. The wording may change."""
    code: Literal["required", "invalid_type", "invalid_string", "invalid_enum", "too_small", "too_big", "unknown_field", "invalid_reference", "invalid_value"]
    """`required`: the field is missing; `invalid_type`: wrong JSON type; `invalid_string`: text in a wrong format; `invalid_enum`: not one of the allowed values; `too_small`: too short, too few or too small; `too_big`: too long, too many or too large; `unknown_field`: not a field of this request; `invalid_reference`: the id of a record that does not exist; `invalid_value`: any other error"""
    pointer: str
    """An RFC 6901 pointer into the body, query or path: `/rooms/0/roomId`."""


class ProblemActiveSession(TypedDict):
    """The member’s open session."""
    id: str
    """The session’s id."""
    startTime: str
    """When it began."""


class ProblemClosedActiveSession(TypedDict):
    id: str
    """The log’s id."""
    startTime: str
    """When it began."""
    endTime: str
    """The end of the day on which it started."""


class ProblemConflictingAppointment(TypedDict):
    """The earliest appointment that has booked one of the rooms at that time."""
    id: str
    """The appointment’s id."""
    roomId: str
    """The room that both appointments need."""
    dateTime: str
    """When it begins."""
    duration: int
    """The duration in minutes."""


class Problem(TypedDict):
    """An error (RFC 9457). Some operations add members such as `conflictingLog`: see their examples."""
    type: str
    """The URL of a page that documents the code."""
    code: Literal["bad_request", "unauthorized", "forbidden", "resource_not_found", "conflict", "validation_failed", "idempotency_key_reused", "rate_limit_exceeded", "internal_error", "institution_frozen", "institution_moved", "invalid_cursor", "precondition_failed", "precondition_required"]
    """The error code. Branch on this."""
    title: str
    """The meaning of the code, for people."""
    status: int
    """The HTTP status."""
    detail: str
    """What went wrong with this request, for people."""
    instance: NotRequired[str]
    """`urn:uuid:` and the request id. Absent if the request has its own id that is not a UUID."""
    errors: NotRequired[List[ProblemErrorsItem]]
    """The invalid values of the request, one item each. Absent if there are none."""
    activeSession: NotRequired[ProblemActiveSession]
    """The member’s open session."""
    conflictingLog: NotRequired[ConflictingLog]
    closedActiveSession: NotRequired[TimeRecord | ProblemClosedActiveSession]
    """The session from an earlier day that this punch closed although it returned an error: the log, or only `id`, `startTime` and `endTime` if the log is very long."""
    closedThrough: NotRequired[str]
    """The last day of the latest closed month in which the record has a part."""
    conflictingAppointment: NotRequired[ProblemConflictingAppointment]
    """The earliest appointment that has booked one of the rooms at that time."""
    area: NotRequired[Literal["users", "courses", "appointments", "curricula", "continuing-education", "locations", "time-tracking", "events"]]
    """The area that the integration has no access to."""
    baseUrl: NotRequired[str]
    """The base address of the installation that the institution has moved to."""
    deliveriesLeft: NotRequired[int]
    """How many webhook deliveries the institution may still request in this day (UTC)."""


class RequestRecordErrorsItem(TypedDict):
    field: str
    message: str
    code: str
    pointer: str


class RequestRecord(TypedDict):
    requestId: str
    """The `X-Request-Id` of the answer, and `meta.requestId`. If you choose the ids of your requests, the latest request with an id is found by it."""
    time: str
    """When the request arrived."""
    method: str
    """The method."""
    path: str
    """The path and the query. Of query parameters that the operation does not have, only the names."""
    route: str | None
    """The path as this document has it; null if the request matched none."""
    status: int
    """The status of the answer; 499 if you disconnected before it was sent."""
    code: str | None
    """The `code` of the problem; null on success."""
    detail: str | None
    """The `detail` of the problem; null on success."""
    errors: List[RequestRecordErrorsItem] | None
    """The first 20 `errors` of the problem; null if it has none."""
    durationMs: float
    """How long it took, from the arrival of the request to the end of the answer, in milliseconds."""
    bytesIn: int
    """The size of the body in bytes."""
    bytesOut: int
    """The size of the answer’s body in bytes."""
    isReplay: bool
    """Whether the answer repeated that of an earlier request with the same `Idempotency-Key`."""
    userAgent: str | None
    """The header `User-Agent`, at most 200 characters."""
    access: Literal["full", "read"] | None
    """Whether you could write then, or only read; null if the secret was wrong, and in old records."""
    areas: List[Literal["users", "courses", "appointments", "curricula", "continuing-education", "locations", "time-tracking", "events"]] | None
    """The areas that you could use then; null if all, and where `access` is null."""
    clientAddress: str | None
    """The address that the request came from."""


class RequiredModuleVersion(TypedDict):
    id: str
    """The module version’s id."""
    version: str
    """The version number or label."""
    name: str
    """The module version’s name."""
    description: str | None
    """Free text."""
    icon: str | None
    """The name of an icon."""
    iconType: str | None
    """The kind or set of the icon."""
    banner: str | None
    """The address of a picture."""
    createdAt: str
    """When the module version was created."""
    updatedAt: str
    """The server’s clock when the last change of the module version began."""
    requiredAttendancePercentage: float | None
    """The required attendance in percent."""
    ectsPoints: int
    """ECTS points."""
    courseModuleId: str
    """The module that it is a version of."""
    status: str
    """Such as `ACTIVE`."""
    timePlanId: str | None
    """The time plan of the version; null if there is none."""
    isDefault: bool
    """Whether it is the module’s default version."""
    earlyAssessmentEnabled: bool
    """Whether the assessment may be taken early."""
    isCurrentlyElectable: bool
    """Whether students may elect the module now."""
    capacity: int | None
    """Seats."""
    color: str | None
    """A colour."""
    courseChatFileAttachmentsDefault: bool
    """Whether files can be attached in the chats of new courses."""
    courseChatReadOnlyDefault: bool
    """Whether the chats of new courses are read-only."""
    courseFeatureDefaults: Dict[str, Any] | None
    """Which features new courses have, as imported."""
    moduleName: str | None
    """A name that takes precedence over that of the version."""
    attemptRules: Dict[str, Any] | None
    """The rules for attempts at the examination, as imported."""
    courseModule: CourseModuleSummary


class Room(TypedDict):
    id: str
    """The room’s id."""
    name: str
    """The room’s name."""
    locationId: str
    """The location that the room is in."""
    institutionId: str
    """The institution that the room belongs to."""
    capacity: int | None
    """Number of seats; null if not stated."""
    isArchived: bool
    """Archived rooms stay readable, but new references to them are rejected."""
    setups: List[RoomSetup]
    """The ways to furnish the room, ordered by name. A room may have none."""
    createdAt: str
    """When the room was created."""
    updatedAt: str
    """When the room or one of its setups was last changed."""


class RoomOverlap(TypedDict):
    id: str
    """The appointment’s id."""
    roomId: str
    """The room that both appointments need."""
    dateTime: str
    """When it begins."""
    duration: int
    """The duration in minutes."""


class RoomSetup(TypedDict):
    id: str
    """The setup’s id."""
    name: str
    """The setup’s name."""
    capacity: int | None
    """Number of seats in this setup; null if not stated."""
    isDefault: bool
    """Whether this is the default setup, which is used if a request names none."""


class SessionTimestamp(TypedDict):
    id: str
    """The timestamp’s id."""
    sessionId: str
    """The session that it belongs to."""
    templateId: str | None
    """The template of the timestamp."""
    label: str
    """The label you gave, otherwise that of the template."""
    time: str
    """When."""


class SimpleUser(TypedDict):
    id: str
    """The user’s id."""
    name: str
    """Never empty."""
    email: str
    """As given."""
    image: str | None
    """URL of a picture."""


class StartedSession(TypedDict):
    """Has `closedActiveSession`, a log, if the start closed a session from an earlier day; if there were several, the earliest."""
    id: str
    """The record’s id; a session keeps it when it becomes a log."""
    userId: str
    """The member’s user id."""
    startTime: str
    """When it began."""
    endTime: str | None
    """When it ended; exclusive. Null while open."""
    status: Literal["open", "paused", "closed"]
    """`open` and `paused`: a session. `closed`: a log."""
    pauses: List[TimePause]
    """The pauses in chronological order, without overlaps, within the record."""
    timestamps: List[TimeTimestamp]
    """By time."""
    source: Literal["session", "api", "bulk", "console"]
    """What created the record: a session start, a single log create, an item of a bulk, or an administrator in the console."""
    note: str | None
    """Free text."""
    autoClosed: bool
    """Whether a later punch closed it at the end of the day on which it started, in the institution’s time zone."""
    correctedAt: str | None
    """When somebody last corrected the times, or confirmed those of a log that was closed automatically. Null if nobody has looked."""
    durationMinutes: int | None
    """The time from start to end, in whole minutes, rounded down. Null while open."""
    pauseMinutes: int | None
    """The total of all pauses, in whole minutes, rounded down. Null while open."""
    workedMinutes: int | None
    """The exact duration minus the exact pauses, in whole minutes, rounded down. Null while open."""
    createdAt: str
    """When the record was created."""
    updatedAt: str
    """The server’s clock when the last change of the record began."""
    closedActiveSession: NotRequired[TimeRecord]


class StudyProgram(TypedDict):
    id: str
    """The program’s id."""
    name: str
    """The program’s name."""
    institutionId: str
    """The institution that the program belongs to."""
    objective: str | None
    """What the program is for."""
    isArchived: bool
    """Archived programs stay in lists and stay readable."""
    code: str | None
    """A code for look-ups. Need not be unique."""
    statisticData: Dict[str, Any] | None
    """Data of statistics, as imported."""
    defaultStudyTime: NotRequired[int]
    """As given. Absent if not stated."""
    defaultTuitionFeePlanId: str | None
    """The id of a tuition fee plan in another system, as imported."""
    hasCohorts: bool
    """Whether the program has cohorts, as given."""
    hasStatistics: bool
    """Always false for programs of continuing education."""
    type: str | None
    """The kind of program."""
    studyProgramVersion: List[StudyProgramVersion]
    """All versions, ordered by creation. Cohorts are not included."""
    responsibleUsers: List[SimpleUser]
    """Ordered by name, as people sort names: letters before case and accents (collation `en`)."""
    connectedCurricula: List[Curriculum]
    """In the order in which they were connected."""
    firstVersion: StudyProgramVersion
    defaultVersion: StudyProgramVersion
    versionsCount: int
    """The number of versions of the program."""
    cohortsCount: int
    """The number of cohorts in all versions."""
    studyProgramMetadata: Dict[str, Any] | None
    """Always null."""


class StudyProgramCreate(TypedDict):
    name: str
    """The program’s name. Must not be blank."""
    objective: NotRequired[str]
    """What the program is for."""
    code: NotRequired[str]
    """A code for look-ups. Need not be unique."""
    defaultStudyTime: NotRequired[int]
    """Stored as given."""
    hasCohorts: NotRequired[bool]
    """Whether the program has cohorts. False by default."""
    initialVersionName: NotRequired[str]
    """The name of the initial version. Must not be blank. By default the program’s name."""
    curriculaIds: NotRequired[List[str]]
    """The curricula to connect. Each may occur once."""


class StudyProgramVersion(TypedDict):
    id: str
    """The version’s id."""
    name: str
    """The display label."""
    institutionId: str
    """The institution that the version belongs to."""
    studyProgramId: str
    """The program that it is a version of."""
    isDefault: bool
    """A program has exactly one default version."""
    statisticData: Dict[str, Any] | None
    """Data of statistics, as imported."""


class StudyProgramVersionCreate(TypedDict):
    versionName: str
    """The display label. Must not be blank."""


class StudyProgramVersionDetail(TypedDict):
    id: str
    """The version’s id."""
    name: str
    """The display label."""
    institutionId: str
    """The institution that the version belongs to."""
    studyProgramId: str
    """The program that it is a version of."""
    isDefault: bool
    """A program has exactly one default version."""
    statisticData: Dict[str, Any] | None
    """Data of statistics, as imported."""
    cohorts: List[Cohort]
    """Ordered by `startDate`."""


class StudyProgramVersionUpdate(TypedDict):
    name: NotRequired[str]
    """The display label. Must not be blank."""


class Tag(TypedDict):
    id: str
    """The tag’s id."""
    name: str
    """The tag’s name."""
    institutionId: str
    """The institution that the tag belongs to."""
    color: str | None
    """A colour."""
    icon: str | None
    """The name of a picture."""


class TimeMemberTotals(TypedDict):
    """The hours of a member in a period, as the totals of the member have them."""
    userId: str
    """The member’s user id."""
    workedMinutes: int
    """The time of all logs without their pauses, in whole minutes, rounded down."""
    pauseMinutes: int
    """The time of all pauses, in whole minutes, rounded down."""
    logs: int
    """How many logs have a part in it."""
    autoClosed: int
    """How many of these logs were closed at the end of their day."""
    workedSeconds: float
    """As `workedMinutes`, exact: seconds with milliseconds as decimals."""
    openSession: TimeOpenSession | None


class TimeOpenSession(TypedDict):
    id: str
    """The session’s id."""
    startTime: str
    """When it began."""


class TimePause(TypedDict):
    startTime: str
    """When the pause began."""
    endTime: str | None
    """When it ended; null while it runs."""


class TimePauseInput(TypedDict):
    startTime: str | datetime
    """When the pause begins."""
    endTime: str | datetime
    """When it ends; after its start."""


class TimePeriodTotals(TypedDict):
    start: str
    """The first day."""
    end: str
    """The day after the last."""
    workedMinutes: int
    """The time of all logs without their pauses, in whole minutes, rounded down."""
    pauseMinutes: int
    """The time of all pauses, in whole minutes, rounded down."""
    logs: int
    """How many logs have a part in it."""
    autoClosed: int
    """How many of these logs were closed at the end of their day."""


class TimePunch(TypedDict):
    userId: NotRequired[str]
    """The member’s user id. Give exactly one of `userId`, `email` and `code`."""
    email: NotRequired[str]
    """The member’s email; case-insensitive."""
    code: NotRequired[str]
    """The member’s membership code (badge); case-insensitive, and white space around it is ignored. Must not be blank."""
    at: NotRequired[str | datetime]
    """When the punch happened; by default now. At most 24 hours in the future."""


class TimeRecord(TypedDict):
    """A session while it is open or paused; a log when it is closed."""
    id: str
    """The record’s id; a session keeps it when it becomes a log."""
    userId: str
    """The member’s user id."""
    startTime: str
    """When it began."""
    endTime: str | None
    """When it ended; exclusive. Null while open."""
    status: Literal["open", "paused", "closed"]
    """`open` and `paused`: a session. `closed`: a log."""
    pauses: List[TimePause]
    """The pauses in chronological order, without overlaps, within the record."""
    timestamps: List[TimeTimestamp]
    """By time."""
    source: Literal["session", "api", "bulk", "console"]
    """What created the record: a session start, a single log create, an item of a bulk, or an administrator in the console."""
    note: str | None
    """Free text."""
    autoClosed: bool
    """Whether a later punch closed it at the end of the day on which it started, in the institution’s time zone."""
    correctedAt: str | None
    """When somebody last corrected the times, or confirmed those of a log that was closed automatically. Null if nobody has looked."""
    durationMinutes: int | None
    """The time from start to end, in whole minutes, rounded down. Null while open."""
    pauseMinutes: int | None
    """The total of all pauses, in whole minutes, rounded down. Null while open."""
    workedMinutes: int | None
    """The exact duration minus the exact pauses, in whole minutes, rounded down. Null while open."""
    createdAt: str
    """When the record was created."""
    updatedAt: str
    """The server’s clock when the last change of the record began."""


class TimeTimestamp(TypedDict):
    id: str
    """The timestamp’s id."""
    templateId: str | None
    """The template of the timestamp; null if it has only a label."""
    label: str
    """The label you gave, otherwise that of the template."""
    time: str
    """When."""


TimeTotals = TypedDict(
    "TimeTotals",
    {
        # The member’s user id.
        "userId": "str",
        # The institution’s time zone (IANA), whose days these are.
        "timeZone": "str",
        # The first day.
        "from": "str",
        # The day after the last.
        "to": "str",
        # The time of all logs without their pauses, in whole minutes, rounded down.
        "workedMinutes": "int",
        # The time of all pauses, in whole minutes, rounded down.
        "pauseMinutes": "int",
        # How many logs have a part in it.
        "logs": "int",
        # How many of these logs were closed at the end of their day.
        "autoClosed": "int",
        "openSession": "TimeOpenSession | None",
        # All periods in order, without gaps and also empty ones. The first and the last are cut to `from` and `to`.
        "periods": "List[TimePeriodTotals]",
    },
)
"""The hours of a member. Open sessions are not in the sums."""


class TimestampCreate(TypedDict):
    userId: NotRequired[str]
    """The member’s user id. Give exactly one of `userId`, `email` and `code`."""
    email: NotRequired[str]
    """The member’s email; case-insensitive."""
    code: NotRequired[str]
    """The member’s membership code (badge); case-insensitive, and white space around it is ignored. Must not be blank."""
    at: NotRequired[str | datetime]
    """When the punch happened; by default now. At most 24 hours in the future."""
    templateId: NotRequired[str | None]
    """A template of the institution. Give a template, a label, or both."""
    label: NotRequired[str]
    """The label; by default that of the template."""


class TimestampTemplate(TypedDict):
    id: str
    """The template’s id. You may store it."""
    label: str
    """For people."""
    color: str | None
    """For display."""
    position: int
    """The position in the list, from 0."""


class Usage(TypedDict):
    start: str
    """When the hour or the day (UTC) begins."""
    requests: int
    """How many requests were recorded."""
    byStatus: Dict[str, int]
    """The same by status."""
    rateLimited: int
    """Those of 429."""
    p50Ms: float
    """Half of the requests took at most this many milliseconds, within a tenth."""
    p95Ms: float
    """95 of 100 requests took at most this many milliseconds, within a tenth."""
    bytesIn: int
    """The size of all bodies in bytes."""
    bytesOut: int
    """The size of all answers’ bodies in bytes."""
    lost: int
    """How many more requests were answered, of which nothing was recorded because recording was not available for a while."""


class User(TypedDict):
    id: str
    """The user’s id."""
    email: str
    """As given. Unique within the institution, case-insensitively."""
    name: str
    """Never empty."""
    firstName: str | None
    """Given name."""
    lastName: str | None
    """Family name."""
    image: str | None
    """URL of a picture."""
    code: str | None
    """The membership code (badge), as stored."""
    isArchived: bool
    """Archived users stay in lists and stay readable, but new references to them are rejected."""
    createdAt: str
    """When the user was created."""
    updatedAt: str
    """The server’s clock when the last change of the user began."""
    erasedAt: str | None
    """When the user was erased: name, email and all else that said who it was are gone. Null of others."""


class UserCreate(TypedDict):
    email: str
    """Stored as given. Unique within the institution, case-insensitively. Must have one `@`. Letters and digits of every script are allowed; white space, control and format characters and `<>()[]\\,;:"` are not."""
    name: NotRequired[str]
    """Follows `firstName` and `lastName` until a request gives a name."""
    firstName: NotRequired[str | None]
    """Given name."""
    lastName: NotRequired[str | None]
    """Family name."""
    image: NotRequired[str | None]
    """URL of a picture."""
    code: NotRequired[str | None]
    """The membership code (badge). Stored as given. Unique within the institution, case-insensitively and after trimming. Must match the institution’s `user_code_format`."""


class UserGroup(TypedDict):
    id: str
    """The group’s id."""
    name: str
    """The group’s name."""
    memberCount: int
    """The number of members, including archived users."""
    createdAt: str
    """When the group was created."""
    updatedAt: str
    """The server’s clock when the last change of the group’s name or members began."""


class UserUpdate(TypedDict):
    email: NotRequired[str]
    """Stored as given. Unique within the institution, case-insensitively. Must have one `@`. Letters and digits of every script are allowed; white space, control and format characters and `<>()[]\\,;:"` are not."""
    name: NotRequired[str]
    """Follows `firstName` and `lastName` until a request gives a name."""
    firstName: NotRequired[str | None]
    """Given name."""
    lastName: NotRequired[str | None]
    """Family name."""
    image: NotRequired[str | None]
    """URL of a picture."""
    code: NotRequired[str | None]
    """The membership code (badge). Stored as given. Unique within the institution, case-insensitively and after trimming. Must match the institution’s `user_code_format`."""
    isArchived: NotRequired[bool]
    """Archived users stay in lists and stay readable, but new references to them are rejected."""


class WebhookAttempt(TypedDict):
    """A request to the receiver."""
    at: str
    """When the request began."""
    durationMs: int
    """The duration in milliseconds."""
    status: int | None
    """The status of the response; null if there was none."""
    error: str | None
    """Why there was no complete response: `timeout`, `name_not_resolved`, `address_not_allowed`, `https_required`, `connection_failed`, `tls_failed` or `invalid_answer`. Null if there was one."""
    response: str | None
    """The beginning of the response, at most 1 KiB; null if there was none."""


class WebhookDelivery(TypedDict):
    id: str
    """The delivery’s id."""
    endpointId: str
    """The webhook endpoint."""
    eventId: str
    """The id of the event, which receivers get as `webhook-id`."""
    eventType: str
    """The type of the event."""
    status: Literal["pending", "succeeded", "failed", "cancelled"]
    """Whether the receiver has the event. `cancelled`: nothing more will be sent."""
    nextAttemptAt: str | None
    """When the next attempt is due; later if the institution’s requests of the minute are used up, or while a replay runs. Null if the delivery has ended, and while it waits for an earlier event of the same resource."""
    attemptCount: int
    """The number of attempts that were made."""
    lastAttempt: WebhookLastAttempt | None
    createdAt: str
    """When the delivery was created."""
    updatedAt: str
    """When it was last attempted or requested."""


class WebhookDeliveryWithAttempts(TypedDict):
    id: str
    """The delivery’s id."""
    endpointId: str
    """The webhook endpoint."""
    eventId: str
    """The id of the event, which receivers get as `webhook-id`."""
    eventType: str
    """The type of the event."""
    status: Literal["pending", "succeeded", "failed", "cancelled"]
    """Whether the receiver has the event. `cancelled`: nothing more will be sent."""
    nextAttemptAt: str | None
    """When the next attempt is due; later if the institution’s requests of the minute are used up, or while a replay runs. Null if the delivery has ended, and while it waits for an earlier event of the same resource."""
    attemptCount: int
    """The number of attempts that were made."""
    lastAttempt: WebhookLastAttempt | None
    createdAt: str
    """When the delivery was created."""
    updatedAt: str
    """When it was last attempted or requested."""
    attempts: List[WebhookAttempt]
    """The attempts, in chronological order."""


class WebhookEndpoint(TypedDict):
    id: str
    """The endpoint’s id."""
    url: str
    """The URL to which events are posted."""
    description: str | None
    """For people."""
    types: List[str]
    """The types of events to send. Empty: all types."""
    isEnabled: bool
    """Whether events are sent. While the endpoint is disabled, deliveries wait. Enabling it clears `disabledReason`."""
    disabledReason: Literal["failures", "gone"] | None
    """Why the endpoint was disabled: `failures` after five days of failures, `gone` after a 410. Null otherwise."""
    createdAt: str
    """When the endpoint was created."""
    updatedAt: str
    """The server’s clock when the last change of the endpoint began."""


class WebhookEndpointCreate(TypedDict):
    url: str
    """The URL to which events are posted. Must begin with `https://` and have no user name, password, fragment or control characters. Its host must be on the internet; what a name resolves to is checked when an event is sent. Stored and shown as it is called: `https://Campus.example` becomes `https://campus.example/`."""
    description: NotRequired[str | None]
    """For people. Has no control characters."""
    types: NotRequired[List[str]]
    """The types of events to send. Empty: all types, including those that are added later."""
    isEnabled: NotRequired[bool]
    """Whether events are sent. While the endpoint is disabled, deliveries wait. Enabling it clears `disabledReason`."""


class WebhookEndpointUpdate(TypedDict):
    url: NotRequired[str]
    """The URL to which events are posted. Must begin with `https://` and have no user name, password, fragment or control characters. Its host must be on the internet; what a name resolves to is checked when an event is sent. Stored and shown as it is called: `https://Campus.example` becomes `https://campus.example/`."""
    description: NotRequired[str | None]
    """For people. Has no control characters."""
    types: NotRequired[List[str]]
    """The types of events to send. Empty: all types, including those that are added later."""
    isEnabled: NotRequired[bool]
    """Whether events are sent. While the endpoint is disabled, deliveries wait. Enabling it clears `disabledReason`."""


class WebhookEndpointWithSecret(TypedDict):
    id: str
    """The endpoint’s id."""
    url: str
    """The URL to which events are posted."""
    description: str | None
    """For people."""
    types: List[str]
    """The types of events to send. Empty: all types."""
    isEnabled: bool
    """Whether events are sent. While the endpoint is disabled, deliveries wait. Enabling it clears `disabledReason`."""
    disabledReason: Literal["failures", "gone"] | None
    """Why the endpoint was disabled: `failures` after five days of failures, `gone` after a 410. Null otherwise."""
    createdAt: str
    """When the endpoint was created."""
    updatedAt: str
    """The server’s clock when the last change of the endpoint began."""
    secret: str | None
    """The secret that signs the events (Standard Webhooks). Only the first response shows it; null in a replay."""


class WebhookLastAttempt(TypedDict):
    """The last request to the receiver; null if none was made."""
    at: str
    """When the request began."""
    status: int | None
    """The status of the response; null if there was none."""
    error: str | None
    """Why there was no complete response: `timeout`, `name_not_resolved`, `address_not_allowed`, `https_required`, `connection_failed`, `tls_failed` or `invalid_answer`. Null if there was one."""


class WebhookReplay(TypedDict):
    fromSequence: int
    """The `sequence` of the first event to send."""
    toSequence: NotRequired[int]
    """The `sequence` of the last event to send. By default the end of the feed."""


class WebhookReplayed(TypedDict):
    deliveries: int
    """The number of deliveries that are created."""


class WebhookEvent(TypedDict):
    """What a webhook brings: `type` tells which event it is. Types may be added: ignore those that you do not know."""
    id: str
    """The event’s id."""
    sequence: int
    """Increases within the institution, possibly with gaps. No event ever appears below a number that you have seen. 0 in the test of a webhook endpoint, which is not in the feed."""
    type: Literal["user.created", "user.updated", "course.created", "course.updated", "user_group.created", "user_group.updated", "settings.updated", "appointment.created", "appointment.updated", "appointment.deleted", "session.started", "session.paused", "session.resumed", "session.stopped", "session.auto_closed", "timestamp.added", "log.created", "log.updated", "log.deleted", "month.closed", "month.reopened", "pathway.created", "program.created", "program.updated", "program_version.created", "program_version.updated", "curriculum.created", "curriculum.updated", "location.created", "location.updated", "room.created", "room.updated", "webhook.test"]
    """What happened. More types may be added: ignore types that you do not know."""
    occurredAt: str
    """The server’s clock when the command began that caused the event. The order of events is that of `sequence`, not of this."""
    resource: EventResource
    changed: List[str] | None
    """The names of the changed fields. Null for creations and deletions, and if not known."""
    actor: EventActor
    requestId: str | None
    """The id of the request that caused the event; null if there was none."""
