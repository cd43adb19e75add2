/** Work of a service apart from calls and events. */
export interface BackgroundWork {
  start(): void;
  /** Starts nothing more, and resolves when running work has ended. */
  stop(): Promise<void>;
}
