import { z } from 'zod';
import { changeLine } from './changes.ts';
import {
  contextDiff,
  contextList,
  previewedContext,
  replayReport,
  sessionChoices,
  shownContext,
} from './context.ts';
import { deletedDocument, documentPage, documentPassage, ingestLine } from './documents.ts';
import { idMatches } from './ids.ts';
import { foreignImportLine, importList, undoneImport } from './imports.ts';
import { jobPage, retried, shownJob, undone } from './job.ts';
import {
  deletedSession,
  forgotten,
  forgottenMessage,
  history,
  memoryPage,
  memoryRelations,
  savedMemory,
  shownGraph,
  shownMemory,
} from './memory.ts';
import { connectedModel, triedModel } from './model.ts';
import { deletedProject, projectList, shownProject } from './projects.ts';
import { explanation, found, foundInStores, relevant } from './search.ts';
import { caller, clearedFocus, examination, focus, health, ready } from './server.ts';
import {
  extracting,
  handedOver,
  sessionPage,
  sessionWithMessages,
  shownMessage,
  shownSession,
  turnRecall,
} from './session.ts';
import { sharedLine, sharedPage, shownShared } from './shared.ts';
import { exportLine, importLine } from './transfer.ts';
import { erasedUser, userPage } from './users.ts';
import {
  calibration,
  consolidation,
  decayReport,
  progressOf,
  reembedReport,
  scrubReport,
  stats,
} from './upkeep.ts';

/** What the requests that clients send are answered with. */
export const answers = {
  'GET /api/health': health,
  'GET /api/ready': ready,
  'GET /api/me': caller,
  'GET /api/model': connectedModel,
  'POST /api/model/test': triedModel,
  'PUT /api/model': connectedModel,
  'DELETE /api/model': connectedModel,
  'GET /api/memory/doctor': examination,
  'GET /api/focus': focus,
  'PUT /api/focus': focus,
  'DELETE /api/focus': clearedFocus,
  'GET /api/users': userPage,
  'DELETE /api/user/:user': erasedUser,
  'GET /api/projects': projectList,
  'GET /api/project/:id': shownProject,
  'PUT /api/project/:id': shownProject,
  'DELETE /api/project/:id': deletedProject,
  'GET /api/project/:id/graph': shownGraph,
  'GET /api/memory': memoryPage,
  'GET /api/memory/ids': idMatches,
  'POST /api/memory/save': savedMemory,
  'POST /api/memory/keep': savedMemory,
  'POST /api/memory/extract': extracting,
  'GET /api/memory/:id': shownMemory,
  'PUT /api/memory/:id': shownMemory,
  'DELETE /api/memory/:id': forgotten,
  'POST /api/memory/:id/restore': shownMemory,
  'POST /api/memory/:id/undo': shownMemory,
  'GET /api/memory/:id/history': history,
  'GET /api/memory/:id/relations': memoryRelations,
  'POST /api/memory/:id/relations': z.object({ added: z.boolean() }),
  'DELETE /api/memory/:id/relations': z.object({ removed: z.boolean() }),
  'GET /api/memory/search': z.union([found, foundInStores]),
  'POST /api/memory/search': z.union([found, foundInStores]),
  'POST /api/memory/relevant': relevant,
  'POST /api/memory/explain': explanation,
  'GET /api/memory/sessions': sessionPage,
  'GET /api/memory/sessions/:id': sessionWithMessages,
  'PUT /api/memory/sessions/:id': shownSession,
  'DELETE /api/memory/sessions/:id': deletedSession,
  'POST /api/memory/sessions/:id/handoff': handedOver,
  'GET /api/memory/sessions/:id/recall': turnRecall,
  'PUT /api/memory/sessions/:id/messages/:number': shownMessage,
  'DELETE /api/memory/sessions/:id/messages/:number': forgottenMessage,
  'GET /api/memory/sessions/:id/memories': sessionChoices,
  'POST /api/memory/sessions/:id/memories': sessionChoices,
  'DELETE /api/memory/sessions/:id/memories': sessionChoices,
  'POST /api/memory/sessions/:id/context': previewedContext,
  'GET /api/memory/contexts': contextList,
  'GET /api/memory/debug/:contextId': shownContext,
  'POST /api/memory/replay/:contextId': replayReport,
  'GET /api/memory/diff': contextDiff,
  'GET /api/memory/documents': documentPage,
  'GET /api/memory/documents/:id': documentPassage,
  'DELETE /api/memory/documents/:id': deletedDocument,
  'GET /api/memory/imports': importList,
  'POST /api/memory/imports/:id/undo': undoneImport,
  'GET /api/memory/jobs': jobPage,
  'GET /api/memory/jobs/:id': shownJob,
  'POST /api/memory/jobs/:id/retry': shownJob,
  'POST /api/memory/jobs/:id/undo': undone,
  'POST /api/memory/jobs/retry': retried,
  'GET /api/memory/stats': stats,
  'POST /api/memory/decay': decayReport,
  'GET /api/memory/shared': sharedPage,
  'POST /api/memory/shared': shownShared,
};

/** The lines of the answers that come line by line. */
export const answerLines = {
  'POST /api/memory/documents': ingestLine,
  'POST /api/memory/reembed': progressOf(reembedReport),
  'POST /api/memory/calibrate': progressOf(calibration),
  'POST /api/memory/scrub': progressOf(scrubReport),
  'POST /api/project/:id/consolidate': progressOf(consolidation),
  'GET /api/memory/export': exportLine,
  'POST /api/memory/import': importLine,
  'POST /api/memory/imports': foreignImportLine,
  'GET /api/memory/shared/watch': sharedLine,
  'GET /api/memory/watch': changeLine,
};
