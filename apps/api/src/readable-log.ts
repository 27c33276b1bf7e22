import pretty from 'pino-pretty';

/** A log for people at a terminal: one coloured line for each entry, with its fields below. */
export const createReadableLog = () =>
  pretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true });
