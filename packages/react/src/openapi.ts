// Generated from apps/api/openapi.json: run `pnpm --filter @devai/react openapi` after a change of it.

export interface paths {
    "/api/focus": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows the active topics of a project, strongest first */
        get: operations["getFocus"];
        /** Replaces the whole list of topics with the one that the user wants */
        put: operations["editFocus"];
        post?: never;
        /** Removes one topic, or all of them, and shows what was removed */
        delete: operations["clearFocus"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Says that the server is alive, and what is degraded */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists memories, newest first */
        get: operations["listMemories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows a memory, valid or not */
        get: operations["getMemory"];
        /** Changes the given fields of a memory; all others stay */
        put: operations["changeMemory"];
        post?: never;
        /** Erases the text of a memory for good, everywhere, and hides it from the agent where it stands in messages */
        delete: operations["forgetMemory"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows every change of a memory: when, what, why and by whom; for a forgotten memory, only that it was forgotten */
        get: operations["getMemoryHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/{id}/relations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows what a memory is related to, including relations from before it was updated */
        get: operations["listRelations"];
        put?: never;
        /** Relates a memory to another that can be read together with it; doing it twice changes nothing */
        post: operations["relateMemory"];
        /** Takes a relation back; doing it twice changes nothing */
        delete: operations["unrelateMemory"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes a memory valid again, and undoes what took its place */
        post: operations["restoreMemory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Undoes one change of a memory; this is itself a change that can be undone */
        post: operations["undoMemoryChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/calibrate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Measures what similarity means for the store's embedder and its memories */
        post: operations["calibrate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/contexts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists what models were sent, newest first */
        get: operations["listContexts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/debug/{contextId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows what a model saw, section by section, and why each part was in or out */
        get: operations["getContext"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/decay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Prunes what has faded, invalidates what has expired, and removes old jobs; doing it twice changes nothing more */
        post: operations["runDecay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows what differs between two contexts, by section and item */
        get: operations["compareContexts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/doctor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Checks for problems, and says what to do about each */
        get: operations["examine"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the documents that a project reads, sorted by path */
        get: operations["listDocuments"];
        put?: never;
        /** Ingests a file or page of at most 50 MB: Markdown, text, source code, HTML, PDF or DOCX; the second time, only what changed */
        post: operations["ingestDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows lines of a document, as many as fit into one response */
        get: operations["readDocument"];
        put?: never;
        post?: never;
        /** Deletes a document, and its texts in stored contexts; doing it twice changes nothing */
        delete: operations["deleteDocument"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Says why a memory would or would not be put into the prompt of a message */
        post: operations["explainMemory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Exports everything that the store holds, of all projects: a header, then one line for each row */
        get: operations["exportStore"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/extract": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Extracts in the background from the new messages of a session, or from a conversation that was held elsewhere */
        post: operations["extract"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/ids": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Finds the memories, jobs or sessions of all projects whose id begins with a text */
        get: operations["findIds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Imports the lines of an export; what already exists is left alone; what came before an error stays */
        post: operations["importStore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists background jobs, newest first */
        get: operations["listJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows a background job */
        get: operations["getJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/jobs/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes a dead or waiting job due now, with all its tries again */
        post: operations["retryJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/jobs/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Undoes what a finished job did to memories; doing it twice changes nothing */
        post: operations["undoJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/jobs/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes all jobs due now that are dead, or that failed and are waiting */
        post: operations["retryFailedJobs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/reembed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Gives every memory a vector of the configured embedder; continues where it was stopped */
        post: operations["reembed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/relevant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows what would be put into the prompt of a message, and why; strengthens nothing */
        get: operations["previewRelevantMemories"];
        put?: never;
        /** Shows what would be put into the prompt of a message, and why; strengthens nothing */
        post: operations["previewRelevantMemoriesByBody"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/replay/{contextId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Assembles what a model saw again from what was stored, and says whether it is the same */
        post: operations["replayContext"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/save": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stores what the user states, with priority highest; stating it again strengthens the memory */
        post: operations["saveMemory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/scrub": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Redacts secrets that are already stored, everywhere; a second run finds none */
        post: operations["scrub"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Searches memories, and past messages, sessions and documents when asked to */
        get: operations["searchMemories"];
        put?: never;
        /** Searches memories, and past messages, sessions and documents when asked to */
        post: operations["searchMemoriesByBody"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists sessions, last active first; those of delegated tasks only on request */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows a session with its messages, oldest first */
        get: operations["getSession"];
        /** Names a session, so that people can find it again */
        put: operations["renameSession"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/sessions/{id}/context": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Shows what the agent would be sent for a message; stores and strengthens nothing */
        post: operations["previewContext"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/sessions/{id}/handoff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Hands a conversation over to another agent, or to a fresh context, in a new session */
        post: operations["handOff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/sessions/{id}/memories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows what the user put into a session's prompts, and what they keep out of them */
        get: operations["getSessionChoices"];
        put?: never;
        /** Pins memories into a session's prompts, excludes them, hides messages, or sets shares of the budget */
        post: operations["chooseForSession"];
        /** Takes back what was pinned, excluded or hidden for a session */
        delete: operations["unchooseForSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/sessions/{id}/messages/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Pins a message, so that no compaction replaces it, or unpins it */
        put: operations["pinMessage"];
        post?: never;
        /** Erases the text of a message for good, and its quotes everywhere; memories that were taken from it stay */
        delete: operations["forgetMessage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/sessions/{id}/recall": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows what was recalled in a turn, and why each memory was or was not put into its prompt */
        get: operations["getTurnRecall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/shared": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists what was shared with a project, in the order of publication */
        get: operations["listShared"];
        put?: never;
        /** Publishes a value under a key, for the agents of a project or of all */
        post: operations["publishShared"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/shared/watch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Streams what is shared with a project, starting after a position, until the client disconnects */
        get: operations["watchShared"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/memory/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Counts what the store holds, and shows what memory cost */
        get: operations["getStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/project/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows a project */
        get: operations["getProject"];
        /** Names, describes, archives or configures a project; null removes a value */
        put: operations["saveProject"];
        post?: never;
        /** Erases a project for good, with its memories, sessions, documents and topics */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/project/{id}/consolidate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Merges, summarises, rescores and archives a project's memories, as a job that can be undone, or plans it */
        post: operations["consolidate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/project/{id}/graph": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows a project's own memories and how they are related, the most related first */
        get: operations["getMemoryGraph"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/project/{id}/memories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the memories that a project may read, newest first */
        get: operations["listProjectMemories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists projects, last active first, with how much each holds */
        get: operations["listProjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Chunk: {
            content: string;
            firstLine: number;
            /** @description the headings above it, outermost first */
            headings: string[];
            lastLine: number;
            /** @description its place in the document, from 1 */
            number: number;
            tokens: number;
        };
        ContextSection: {
            /** @description what was considered, and why it is in or not */
            candidates: {
                /** @description when a message was said; null: it is none, or was erased */
                at: string | null;
                /** @description a memory's or session's id, `<session id>/<message number>`, or `<source>/<id there>` */
                id: string;
                included: boolean;
                /** @enum {string} */
                kind: "memory" | "message" | "session" | "passage";
                reason: string;
                score: number | null;
                /** @description as it is today: a memory, a message, a session's name, or where a passage comes from; null: forgotten */
                text: string | null;
                /** @description where a passage comes from */
                title?: string;
            }[];
            /** @description SHA-256 of what is in */
            hash: string;
            /** @description empty for a section of messages */
            items: {
                /** @description the memory, file or key that it shows */
                id: string | null;
                /** @description of the short form; null when there is none */
                shortTokens: number | null;
                /** @enum {string} */
                state: "whole" | "short" | "left_out";
                /** @description as it is stored, redacted; null when it was left out */
                text: string | null;
                /** @description of the full text */
                tokens: number;
            }[];
            /** @description numbers of messages that did not fit or were hidden */
            leftOut: number[];
            /** @description numbers of the messages that are in; null for a message that has no number yet */
            messages: (number | null)[];
            /** @description tokens of everything that was offered */
            offeredTokens: number;
            /** @enum {number} */
            priority: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
            separator: string;
            /** @description where it comes from: `host`, `session`, `memory` or `focus` */
            source: string;
            /** @description tokens of what is in */
            tokens: number;
            type: string;
            /** @description whether the order of the items means nothing */
            unordered: boolean;
            /** @enum {string} */
            zone: "tools" | "stable" | "volatile" | "history" | "turn";
        };
        ContextSummary: {
            budget: number;
            cost: number | null;
            /** Format: date-time */
            createdAt: string;
            degraded: string[];
            /** @enum {string} */
            end: "reply" | "failed" | "cancelled";
            hash: string;
            /** Format: uuid */
            id: string;
            model: string | null;
            prefix: {
                bytes: number;
                keptBytes: number;
            } | null;
            project: string | null;
            question: number | null;
            schema: number;
            /** Format: uuid */
            sessionId: string;
            step: number;
            tokens: number;
            traceId: string | null;
            turn: string | null;
            usage: {
                cachedTokens: number;
                inputTokens: number;
                outputTokens: number;
            } | null;
        };
        Document: {
            /** @description size of the file that it was read from */
            bytes: number;
            chunkCount: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: uuid */
            id: string;
            kind: string;
            /** @description its name: a relative path, or the address of a page */
            path: string;
            /** @description the project that it belongs to; null: every project reads it */
            project: string | null;
            /** @description SHA-256 of the bytes that it was read from; null while it is being ingested */
            sourceHash: string | null;
            title: string;
            tokens: number;
            /** Format: date-time */
            updatedAt: string;
        };
        Hit: {
            legs: ("vector" | "words" | "importance" | "pinned" | "overview" | "related")[];
            memory: components["schemas"]["Memory"];
            /** @description higher is better */
            score: number;
            /** @description cosine, -1 to 1; null without vectors */
            similarity: number | null;
            /** @description 0 or more; null when no word matched */
            wordScore: number | null;
        };
        Job: {
            attempts: number;
            /** Format: date-time */
            createdAt: string;
            /** @description what it did, or why it failed and what to do, in words; null before its end */
            did: string | null;
            error: string | null;
            finishedAt: string | null;
            /** Format: uuid */
            id: string;
            /** @description what it works on: the id of a session or memory, or a project */
            key: string;
            /** @enum {string} */
            kind: "extract" | "deduplicate" | "embed" | "consolidate";
            leasedUntil: string | null;
            result: {
                [key: string]: unknown;
            } | null;
            /** Format: date-time */
            runAt: string;
            /** @enum {string} */
            status: "waiting" | "running" | "done" | "dead";
        };
        Memory: {
            accessCount: number;
            /** @description consolidation archived it: it is invalid, but can be found and restored */
            archived: boolean;
            /** @enum {string} */
            category: "decision" | "plan" | "architecture" | "component" | "task" | "code_knowledge" | "preference" | "other";
            /** @description 1 to 2,000 characters */
            content: string;
            /** Format: date-time */
            createdAt: string;
            /** @description null while it waits for its vector */
            embeddingModel: string | null;
            /** @description the messages that it was taken from */
            evidence: {
                messages: number[];
                quote: string;
                sessionId: string;
            }[];
            expiresAt: string | null;
            /** Format: uuid */
            id: string;
            /** @description 1 to 10 */
            importance: number;
            invalidatedAt: string | null;
            invalidatedReason: string | null;
            isValid: boolean;
            /** Format: date-time */
            lastAccessedAt: string;
            /** @enum {string} */
            memoryType: "semantic" | "episodic" | "procedural";
            metadata: {
                [key: string]: unknown;
            };
            namespace: string;
            pinned: boolean;
            /** @enum {string} */
            priority: "highest" | "high" | "medium" | "low";
            sessionId: string | null;
            /** @enum {string} */
            source: "user_stated" | "error_resolution" | "pattern" | "discovery" | "compaction" | "consolidation" | "import";
            /** @description 0 to 1, at the time of reading */
            strength: number;
            supersededBy: string | null;
            tags: string[];
            title: string | null;
            /** @enum {string} */
            trust: "user" | "agent" | "tool";
            /** Format: date-time */
            updatedAt: string;
        };
        MemoryEvent: {
            /** @enum {string} */
            action: "added" | "updated" | "superseded" | "invalidated" | "restored" | "merged" | "archived" | "pruned" | "pinned" | "unpinned" | "related" | "unrelated" | "forgotten";
            actor: {
                id: string | null;
                /** @enum {string} */
                kind: "session" | "job" | "user" | "agent";
            };
            /** @description the fields after it; null: the text was erased */
            after: {
                [key: string]: unknown;
            } | null;
            /** Format: date-time */
            at: string;
            /** @description the memory's fields before the change; null: it did not exist */
            before: {
                [key: string]: unknown;
            } | null;
            id: number;
            reason: string;
        };
        MemoryGraph: {
            /** @description relations between these memories */
            edges: {
                /** Format: uuid */
                from: string;
                /** @enum {string} */
                kind: "depends_on" | "implements" | "part_of" | "supersedes" | "contradicts" | "relates_to";
                /** Format: uuid */
                to: string;
            }[];
            /** @description the most related first, then the most important */
            nodes: {
                /** @enum {string} */
                category: "decision" | "plan" | "architecture" | "component" | "task" | "code_knowledge" | "preference" | "other";
                /** @description its first 200 characters */
                content: string;
                /** @description the number of its relations within the project */
                degree: number;
                /** Format: uuid */
                id: string;
                /** @description 1 to 10 */
                importance: number;
                /** @description of a task */
                status: string | null;
                title: string | null;
            }[];
            /** @description whether the project has more memories */
            truncated: boolean;
        };
        Message: {
            content: string;
            /** Format: date-time */
            createdAt: string;
            id: string;
            metadata: {
                [key: string]: unknown;
            };
            number: number;
            pinned: boolean;
            project: string | null;
            /** @enum {string} */
            role: "system" | "user" | "assistant" | "tool";
            sessionId: string;
            tokens: number;
            toolCallId: string | null;
            toolCalls: {
                arguments: string;
                id: string;
                name: string;
            }[];
            /** @enum {string} */
            type: "text" | "tool_call" | "tool_result" | "notice";
        };
        Problem: {
            /** @description stable; see docs/errors.md */
            code: string;
            /** @description for people; may change */
            detail: string;
            /** @description for invalid_input: which fields are wrong */
            fields?: {
                message: string;
                path: string;
            }[];
            status: number;
            title: string;
            /** @constant */
            type: "about:blank";
        };
        Project: {
            archivedAt: string | null;
            description: string | null;
            documents: number;
            /** @description as it appears in namespaces and sessions */
            id: string;
            lastActiveAt: string | null;
            /** @description number of valid memories */
            memories: number;
            name: string;
            sessions: number;
            settings: {
                /** @description days for which contexts are kept, if shorter than the general retention */
                contextDays?: number | null;
                /** @description when it is exceeded, consolidation archives the weakest memories */
                memoryBudget?: {
                    memories?: number;
                    tokens?: number;
                } | null;
            };
            workspacePath: string | null;
        };
        SectionChange: {
            /** @enum {string} */
            change: "added" | "gone" | "changed";
            items: {
                after: {
                    included: boolean;
                    reason: string;
                    score: number | null;
                } | null;
                /** @description when a message was said; null: it is none, or was erased */
                at: string | null;
                /** @description null when the item was not considered */
                before: {
                    included: boolean;
                    reason: string;
                    score: number | null;
                } | null;
                /**
                 * @description added to the prompt, gone from it, moved within it, or in or out for another reason
                 * @enum {string}
                 */
                change: "added" | "gone" | "moved" | "reason";
                id: string;
                /** @enum {string} */
                kind: "memory" | "message" | "session" | "passage";
                /** @description as it is today: a memory, a message, a session's name, or where a passage comes from; null: forgotten */
                text: string | null;
            }[];
            /** @description lines of both texts, in order; unchanged lines only beside a change */
            lines: {
                /** @enum {string} */
                change: "added" | "gone" | "same";
                text: string;
            }[];
            tokensAfter: number;
            tokensBefore: number;
            type: string;
        };
        Session: {
            agent: string;
            /** Format: date-time */
            createdAt: string;
            endedAt: string | null;
            /** @description the last message that was extracted from; 0 for none */
            extractedThrough: number;
            /** @description what it was about and what came of it, in one to three sentences; null before the first extraction */
            gist: string | null;
            /** @description the session that it continues, with another agent or a fresh context; null: none */
            handedOverFrom: string | null;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            lastActiveAt: string;
            messageCount: number;
            metadata: {
                [key: string]: unknown;
            };
            name: string | null;
            /** @description the tool call that delegated a task to its agent; null: a user began the session */
            parent: {
                call: string;
                /** Format: uuid */
                session: string;
                /** Format: uuid */
                turn: string;
            } | null;
            project: string | null;
            state: {
                [key: string]: unknown;
            };
            summary: string | null;
            /** @description the last message that the summary covers; 0 without one */
            summaryThrough: number;
            tokenCount: number;
        };
        SharedEntry: {
            /** @description who published it */
            agent: string | null;
            /** Format: date-time */
            createdAt: string;
            expiresAt: string | null;
            key: string;
            /** @description grows by one with each entry of the store */
            position: number;
            scope: string;
            sessionId: string | null;
            value: unknown;
        };
        TurnRecall: {
            /** @description why recall did not work as it should have */
            degraded: string[];
            /** @description what was found, then the nearest misses; each best first */
            memories: {
                /** Format: uuid */
                id: string;
                /** @description whether it was in the prompt */
                injected: boolean;
                /** @description as it is now; null: it was forgotten, or this project may no longer read it */
                memory: components["schemas"]["Memory"] | null;
                /** @description why it was or was not, with the scores of that time */
                reason: string;
                /** @description the score that it was ranked by */
                score: number | null;
            }[];
            /** @description passages of documents and other sources that were found, best first */
            passages: {
                /** @description whether it was in the prompt */
                injected: boolean;
                /** @description why it was or was not, with the scores of that time */
                reason: string;
                /** @description the score that it was ranked by */
                score: number | null;
                source: string;
                title: string;
            }[];
            /** @description the user's message; null: it had no number yet when the model was asked */
            question: components["schemas"]["Message"] | null;
            /** @description the message that ended the turn */
            reply: components["schemas"]["Message"];
            /** @description past messages that were found, best first */
            said: {
                /** @description whether it was in the prompt */
                injected: boolean;
                /** @description as it is now; null: it was erased */
                message: components["schemas"]["Message"] | null;
                /** @description why it was or was not, with the scores of that time */
                reason: string;
                /** @description the score that it was ranked by */
                score: number | null;
            }[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getFocus: {
        parameters: {
            query?: {
                /** @description the project whose memory is used; absent: the server's own project; empty: only global memories and the user's */
                project?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        asOf: string;
                        block: string;
                        project: string | null;
                        topics: {
                            directories: string[];
                            files: string[];
                            /** Format: date-time */
                            lastTouchedAt: string;
                            parent: string | null;
                            sessions: number;
                            strength: number;
                            topic: string;
                        }[];
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    editFocus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    asOf?: string;
                    /** @description the project whose memory is used; absent: the server's own project; empty: only global memories and the user's */
                    project?: string;
                    topics: {
                        directories: string[];
                        files: string[];
                        topic: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        asOf: string;
                        block: string;
                        project: string | null;
                        topics: {
                            directories: string[];
                            files: string[];
                            /** Format: date-time */
                            lastTouchedAt: string;
                            parent: string | null;
                            sessions: number;
                            strength: number;
                            topic: string;
                        }[];
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    clearFocus: {
        parameters: {
            query?: {
                /** @description the project whose memory is used; absent: the server's own project; empty: only global memories and the user's */
                project?: string;
                /** @description absent: all of them */
                topic?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        cleared: {
                            directories: string[];
                            files: string[];
                            /** Format: date-time */
                            lastTouchedAt: string;
                            parent: string | null;
                            sessions: number;
                            strength: number;
                            topic: string;
                        }[];
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        degraded: string[];
                        jobs: {
                            dead: number;
                            due: number;
                            failing: number;
                            open: number;
                        } | null;
                        models: string[];
                        offline: boolean;
                        /** @enum {string} */
                        status: "ok" | "degraded";
                        store: {
                            embedder: string;
                            kind: string;
                            reachable: boolean;
                        };
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMemories: {
        parameters: {
            query?: {
                /** @description the id of the last memory of the previous page */
                after?: string;
                /** @description of all projects, for whoever runs the server */
                allProjects?: "true" | "false";
                /** @description true: only what consolidation archived */
                archived?: boolean | ("true" | "false");
                /** @description only memories that were valid at this time */
                asOf?: string;
                category?: ("decision" | "plan" | "architecture" | "component" | "task" | "code_knowledge" | "preference" | "other")[] | ("decision" | "plan" | "architecture" | "component" | "task" | "code_knowledge" | "preference" | "other");
                /** @description only memories that fade before this time unless they are used */
                fadesBefore?: string;
                /** @description include memories that were replaced, contradicted or have faded */
                includeInvalid?: "true" | "false";
                limit?: number;
                maxImportance?: number;
                minImportance?: number;
                namespace?: string[] | string;
                pinned?: boolean | ("true" | "false");
                priority?: ("highest" | "high" | "medium" | "low")[] | ("highest" | "high" | "medium" | "low");
                /** @description the project whose memory is used; absent: the server's own project; empty: only global memories and the user's */
                project?: string;
                sessionId?: string;
                /** @description only memories created at or after this time */
                since?: string;
                source?: ("user_stated" | "error_resolution" | "pattern" | "discovery" | "compaction" | "consolidation" | "import")[] | ("user_stated" | "error_resolution" | "pattern" | "discovery" | "compaction" | "consolidation" | "import");
                tag?: string[] | string;
                trust?: ("user" | "agent" | "tool")[] | ("user" | "agent" | "tool");
                type?: ("semantic" | "episodic" | "procedural")[] | ("semantic" | "episodic" | "procedural");
                /** @description only memories created before this time */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description newest first */
                        memories: components["schemas"]["Memory"][];
                        /** @description pass it as `after` to get the next page; null: this was the last */
                        next: string | null;
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMemory: {
        parameters: {
            query?: {
                /** @description only if this project may read it; absent: no check */
                project?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Memory"];
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeMemory: {
        parameters: {
            query?: {
                /** @description only if this project may read it; absent: no check */
                project?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    category?: "decision" | "plan" | "architecture" | "component" | "task" | "code_knowledge" | "preference" | "other";
                    content?: string;
                    expiresAt?: string | null;
                    importance?: number;
                    /** @enum {string} */
                    memoryType?: "semantic" | "episodic" | "procedural";
                    metadata?: {
                        [key: string]: unknown;
                    };
                    namespace?: string;
                    pinned?: boolean;
                    /** @enum {string} */
                    priority?: "highest" | "high" | "medium" | "low";
                    /**
                     * @description the reason, for the memory's history
                     * @default by the user over HTTP
                     */
                    reason?: string;
                    tags?: string[];
                    title?: string | null;
                    /**
                     * Format: date-time
                     * @description as it was read: if the memory has changed since, the request fails with `conflict`
                     */
                    updatedAt?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Memory"];
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    forgetMemory: {
        parameters: {
            query?: {
                /** @description also erase the messages that it was taken from; can also be requested later */
                messages?: "true" | "false";
                /** @description only if this project may read it; absent: no check */
                project?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        erasedMessages: number;
                        /** @description false: there was nothing to erase */
                        forgotten: boolean;
                        /** @description the first 10 of these messages, those that it was taken from first */
                        kept: {
                            number: number;
                            /** Format: uuid */
                            sessionId: string;
                        }[];
                        /** @description messages that still contain it, though no model is shown it; messages=true erases those that it was taken from */
                        keptMessages: number;
                        /** @description the memories that were erased: this one, and all with the same text that its project reads; in all projects, if all read it */
                        memoryIds: string[];
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMemoryHistory: {
        parameters: {
            query?: {
                /** @description only if this project may read it; absent: no check */
                project?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description oldest first */
                        events: components["schemas"]["MemoryEvent"][];
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRelations: {
        parameters: {
            query?: {
                /** @description only if this project may read it; absent: no check */
                project?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description oldest first */
                        relations: {
                            /**
                             * @description to: the relation goes to the other memory; from: it comes from there
                             * @enum {string}
                             */
                            direction: "to" | "from";
                            /** @enum {string} */
                            kind: "depends_on" | "implements" | "part_of" | "supersedes" | "contradicts" | "relates_to";
                            memory: components["schemas"]["Memory"];
                        }[];
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    relateMemory: {
        parameters: {
            query?: {
                /** @description only if this project may read it; absent: no check */
                project?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    kind: "depends_on" | "implements" | "part_of" | "supersedes" | "contradicts" | "relates_to";
                    /**
                     * Format: uuid
                     * @description the memory that this one depends on, implements, …
                     */
                    to: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        added: boolean;
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    unrelateMemory: {
        parameters: {
            query: {
                kind: "depends_on" | "implements" | "part_of" | "supersedes" | "contradicts" | "relates_to";
                /** @description only if this project may read it; absent: no check */
                project?: string;
                /** @description the memory that this one depends on, implements, … */
                to: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        removed: boolean;
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    restoreMemory: {
        parameters: {
            query?: {
                /** @description only if this project may read it; absent: no check */
                project?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description the reason, for the memory's history
                     * @default by the user over HTTP
                     */
                    reason?: string;
                } | null;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Memory"];
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    undoMemoryChange: {
        parameters: {
            query?: {
                /** @description only if this project may read it; absent: no check */
                project?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the id of the change in the history; absent: the last change */
                    event?: number;
                    /**
                     * @description the reason, for the memory's history
                     * @default by the user over HTTP
                     */
                    reason?: string;
                } | null;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Memory"];
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    calibrate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description use the measured thresholds from now on
                     * @default false
                     */
                    apply?: boolean;
                } | null;
            };
        };
        responses: {
            /** @description one JSON object per line; after a failure in mid-stream, the last line is { "error": Problem } */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": {
                        /** @enum {boolean} */
                        done: false;
                        progress: {
                            done: number;
                            /** @description may grow while it runs */
                            total: number;
                        };
                    } | {
                        advice: string;
                        applied: boolean;
                        /** @description in use at the time of measuring */
                        current: {
                            noiseFloor: number;
                            retrieval: number;
                        };
                        /** @enum {boolean} */
                        done: true;
                        embedder: string;
                        memories: number;
                        noiseFloor: number;
                        /** @description pairs of texts that were compared */
                        pairs: number;
                        retrieval: number;
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listContexts: {
        parameters: {
            query?: {
                /** @description of all projects, for whoever runs the server */
                allProjects?: "true" | "false";
                before?: string;
                limit?: number;
                /** @description absent: the server's own project */
                project?: string;
                session?: string;
                turn?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description newest first */
                        contexts: components["schemas"]["ContextSummary"][];
                        /** @description pass it as `before` to get the next page; null: this was the last */
                        next: string | null;
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getContext: {
        parameters: {
            query?: {
                /** @description only if this project may read it; absent: no check */
                project?: string;
            };
            header?: never;
            path: {
                contextId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        budget: number;
                        cost: number | null;
                        /** Format: date-time */
                        createdAt: string;
                        degraded: string[];
                        /** @enum {string} */
                        end: "reply" | "failed" | "cancelled";
                        hash: string;
                        /** Format: uuid */
                        id: string;
                        /** @description what the model sees, secrets redacted */
                        messages: {
                            content: string;
                            /** @enum {string} */
                            role: "system" | "user" | "assistant" | "tool";
                            toolCallId?: string;
                            toolCalls?: {
                                arguments: string;
                                id: string;
                                name: string;
                            }[];
                        }[];
                        /** @description why parts of it no longer exist; empty when nothing is missing */
                        missing: string[];
                        model: string | null;
                        prefix: {
                            bytes: number;
                            keptBytes: number;
                        } | null;
                        project: string | null;
                        question: number | null;
                        schema: number;
                        /** @description in prompt order, with what was in and what was left out */
                        sections: components["schemas"]["ContextSection"][];
                        /** Format: uuid */
                        sessionId: string;
                        step: number;
                        tokens: number;
                        traceId: string | null;
                        turn: string | null;
                        usage: {
                            cachedTokens: number;
                            inputTokens: number;
                            outputTokens: number;
                        } | null;
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    runDecay: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description memories whose expiry date had passed */
                        expiredMemories: number;
                        /** @description memories that will be pruned within 7 days */
                        fadingMemories: number;
                        fadingTopics: number;
                        /** @description ledger entries older than 90 days that were merged into the sum of their day */
                        mergedEntries: number;
                        prunedMemories: number;
                        prunedTopics: number;
                        /** @description contexts made more than 30 days ago */
                        removedContexts: number;
                        /** @description jobs that finished more than 30 days ago */
                        removedJobs: number;
                        /** @description shared entries that expired, or are older than 30 days and not the newest of their key */
                        removedShared: number;
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    compareContexts: {
        parameters: {
            query: {
                after: string;
                before: string;
                /** @description only if this project may read it; absent: no check */
                project?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        after: components["schemas"]["ContextSummary"];
                        before: components["schemas"]["ContextSummary"];
                        /** @description empty: the contexts are the same */
                        sections: components["schemas"]["SectionChange"][];
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    examine: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        checks: {
                            /** @description what was found */
                            detail: string;
                            /** @description what to do; null when all is well */
                            help: string | null;
                            name: string;
                            /** @enum {string} */
                            status: "ok" | "warning" | "problem";
                        }[];
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDocuments: {
        parameters: {
            query?: {
                after?: string;
                /** @description of all projects, for whoever runs the server */
                allProjects?: "true" | "false";
                limit?: number;
                /** @description only this one */
                path?: string;
                /** @description the project whose memory is used; absent: the server's own project; empty: only global memories and the user's */
                project?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description sorted by path */
                        documents: components["schemas"]["Document"][];
                        /** @description pass it as `after` to get the next page; null: this was the last */
                        next: string | null;
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ingestDocument: {
        parameters: {
            query: {
                /** @description as a web server reported it */
                mediaType?: string;
                /** @description its name, as the agent is shown it: a relative path, or the address of a page */
                path: string;
                /** @description the project that it belongs to; absent: the server's own project; empty: every project reads it */
                project?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description the bytes of the file */
        requestBody: {
            content: {
                "application/octet-stream": unknown;
            };
        };
        responses: {
            /** @description one JSON object per line; after a failure in mid-stream, the last line is { "error": Problem } */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": {
                        /** @enum {boolean} */
                        done: false;
                        progress: {
                            done: number;
                            /** @description may grow while it runs */
                            total: number;
                        };
                    } | {
                        /** @enum {string} */
                        action: "added" | "updated" | "unchanged";
                        /** @description new chunks */
                        added: number;
                        document: components["schemas"]["Document"];
                        /** @enum {boolean} */
                        done: true;
                        /** @description chunks that it no longer has */
                        removed: number;
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readDocument: {
        parameters: {
            query?: {
                firstLine?: number;
                lastLine?: number;
                /** @description only if this project may read it; absent: no check */
                project?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description the whole chunks that these lines belong to, in order */
                        chunks: components["schemas"]["Chunk"][];
                        document: components["schemas"]["Document"];
                        firstLine: number;
                        lastLine: number;
                        /** @description the line to continue from; null at the end */
                        nextLine: number | null;
                        text: string;
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteDocument: {
        parameters: {
            query?: {
                /** @description only if this project may read it; absent: no check */
                project?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deleted: boolean;
                        document: components["schemas"]["Document"] | null;
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    explainMemory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    budgetTokens?: number;
                    /** Format: uuid */
                    memoryId: string;
                    /** @description the project whose memory is used; absent: the server's own project; empty: only global memories and the user's */
                    project?: string;
                    text: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        degraded: string[];
                        /** @description its scores for this text */
                        hit: components["schemas"]["Hit"] | null;
                        /** @description null when it does not exist, or this project may not read it */
                        memory: components["schemas"]["Memory"] | null;
                        /** @description its rank among the relevant ones, from 1 */
                        place: number | null;
                        /** @description the verdict in words, with its figures */
                        reason: string;
                        /** @description `injected`, or what kept it out */
                        verdict: string;
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportStore: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description one JSON object per line; after a failure in mid-stream, the last line is { "error": Problem } */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": ({
                        kind: string;
                    } & {
                        [key: string]: unknown;
                    }) | {
                        /** @enum {boolean} */
                        done: true;
                        rows: number;
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    extract: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description in the format of OpenAI's chat API; messages that the session already has are not stored again */
                    messages?: ({
                        content?: (string | ({
                            text?: string;
                            type: string;
                        } & {
                            [key: string]: unknown;
                        })[]) | null;
                        /** @enum {string} */
                        role: "system" | "developer" | "user" | "assistant" | "tool";
                        /** @description for role `tool`: the call that it answers */
                        tool_call_id?: string | null;
                        tool_calls?: ({
                            function: {
                                arguments: string;
                                name: string;
                            } & {
                                [key: string]: unknown;
                            };
                            id: string;
                        } & {
                            [key: string]: unknown;
                        })[] | null;
                    } & {
                        [key: string]: unknown;
                    })[];
                    /** @description the project whose memory is used; absent: the server's own project; empty: only global memories and the user's */
                    project?: string;
                    /**
                     * Format: uuid
                     * @description absent: derived from the messages, so that posting them again does nothing
                     */
                    sessionId?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description null: there was nothing to extract */
                        job: components["schemas"]["Job"] | null;
                        /** Format: uuid */
                        sessionId: string;
                        /** @description number of new messages */
                        stored: number;
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    findIds: {
        parameters: {
            query: {
                beginning: string;
                kind: "memory" | "job" | "session" | "context" | "document" | "forgotten";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description in the order of the ids, at most 20 */
                        matches: {
                            /** Format: uuid */
                            id: string;
                            title: string;
                        }[];
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    importStore: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description the lines of an export; at most 4 MB each */
        requestBody: {
            content: {
                "application/x-ndjson": unknown;
            };
        };
        responses: {
            /** @description one JSON object per line; after a failure in mid-stream, the last line is { "error": Problem } */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": {
                        /** @enum {boolean} */
                        done: false;
                        progress: {
                            [key: string]: {
                                added: number;
                                known: number;
                            };
                        };
                    } | {
                        /** @enum {boolean} */
                        done: true;
                        report: {
                            [key: string]: {
                                added: number;
                                known: number;
                            };
                        };
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listJobs: {
        parameters: {
            query?: {
                limit?: number;
                status?: "waiting" | "running" | "done" | "dead";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        jobs: components["schemas"]["Job"][];
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    retryJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    undoJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description the reason, for the memory's history
                     * @default by the user over HTTP
                     */
                    reason?: string;
                } | null;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description memories that were left alone, because they changed after the job */
                        left: {
                            /** Format: uuid */
                            memoryId: string;
                            reason: string;
                        }[];
                        undone: {
                            /** @enum {string} */
                            action: "invalidated" | "restored" | "reverted" | "unrelated";
                            /** Format: uuid */
                            memoryId: string;
                        }[];
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    retryFailedJobs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        retried: number;
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    reembed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description one JSON object per line; after a failure in mid-stream, the last line is { "error": Problem } */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": {
                        /** @enum {boolean} */
                        done: false;
                        progress: {
                            done: number;
                            /** @description may grow while it runs */
                            total: number;
                        };
                    } | {
                        /** @enum {boolean} */
                        done: true;
                        embedded: number;
                        embedder: string;
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    previewRelevantMemories: {
        parameters: {
            query: {
                budgetTokens?: number;
                /** @description ids of memories to leave out */
                exclude?: string[] | string;
                /** @description the project whose memory is used; absent: the server's own project; empty: only global memories and the user's */
                project?: string;
                /** @description the message */
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description the text that the agent would be shown */
                        block: string;
                        degraded: string[];
                        /** @description the relevant memories, then the nearest misses; each best first */
                        memories: {
                            injected: boolean;
                            legs: ("vector" | "words" | "importance" | "pinned" | "overview" | "related")[];
                            memory: components["schemas"]["Memory"];
                            reason: string;
                            /** @description higher is better */
                            score: number;
                            /** @description cosine, -1 to 1; null without vectors */
                            similarity: number | null;
                            /** @description 0 or more; null when no word matched */
                            wordScore: number | null;
                        }[];
                        /** @description what documents and other sources say about it; best first */
                        passages: {
                            injected: boolean;
                            provenance: {
                                id: string;
                                title: string;
                            };
                            reason: string;
                            score: number;
                            source: string;
                            text: string;
                        }[];
                        /** @description the relevant past messages, best first */
                        said: {
                            /** @description the part that the agent would be shown */
                            excerpt: string;
                            injected: boolean;
                            message: components["schemas"]["Message"];
                            reason: string;
                            score: number;
                            sessionName: string | null;
                            similarity: number | null;
                        }[];
                        /** @description what the agent would be told about their quality */
                        signals: string;
                        /** @description size of the block */
                        tokens: number;
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    previewRelevantMemoriesByBody: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    budgetTokens?: number;
                    /** @description ids of memories to leave out */
                    exclude?: string[] | string;
                    /** @description the project whose memory is used; absent: the server's own project; empty: only global memories and the user's */
                    project?: string;
                    text: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description the text that the agent would be shown */
                        block: string;
                        degraded: string[];
                        /** @description the relevant memories, then the nearest misses; each best first */
                        memories: {
                            injected: boolean;
                            legs: ("vector" | "words" | "importance" | "pinned" | "overview" | "related")[];
                            memory: components["schemas"]["Memory"];
                            reason: string;
                            /** @description higher is better */
                            score: number;
                            /** @description cosine, -1 to 1; null without vectors */
                            similarity: number | null;
                            /** @description 0 or more; null when no word matched */
                            wordScore: number | null;
                        }[];
                        /** @description what documents and other sources say about it; best first */
                        passages: {
                            injected: boolean;
                            provenance: {
                                id: string;
                                title: string;
                            };
                            reason: string;
                            score: number;
                            source: string;
                            text: string;
                        }[];
                        /** @description the relevant past messages, best first */
                        said: {
                            /** @description the part that the agent would be shown */
                            excerpt: string;
                            injected: boolean;
                            message: components["schemas"]["Message"];
                            reason: string;
                            score: number;
                            sessionName: string | null;
                            similarity: number | null;
                        }[];
                        /** @description what the agent would be told about their quality */
                        signals: string;
                        /** @description size of the block */
                        tokens: number;
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replayContext: {
        parameters: {
            query?: {
                /** @description only if this project may read it; absent: no check */
                project?: string;
                /** @description search again, and say how the result differs today */
                retrieve?: "true" | "false";
            };
            header?: never;
            path: {
                contextId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        differences: {
                            reason: string;
                            section: string;
                        }[];
                        /** @description how the result of a search differs today; null: not requested */
                        drift: {
                            after: {
                                included: boolean;
                                reason: string;
                                score: number | null;
                            } | null;
                            /** @description when a message was said; null: it is none, or was erased */
                            at: string | null;
                            /** @description null when the item was not considered */
                            before: {
                                included: boolean;
                                reason: string;
                                score: number | null;
                            } | null;
                            /**
                             * @description added to the prompt, gone from it, moved within it, or in or out for another reason
                             * @enum {string}
                             */
                            change: "added" | "gone" | "moved" | "reason";
                            id: string;
                            /** @enum {string} */
                            kind: "memory" | "message" | "session" | "passage";
                            /** @description as it is today: a memory, a message, a session's name, or where a passage comes from; null: forgotten */
                            text: string | null;
                        }[] | null;
                        /** @description as it was stored */
                        hash: string;
                        /** Format: uuid */
                        id: string;
                        /** @description null when the context could not be assembled */
                        replayedHash: string | null;
                        /** @description the hash is the same: this is what the model saw */
                        same: boolean;
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    saveMemory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description user: it holds in every project; absent: its category and wording decide
                     * @enum {string}
                     */
                    about?: "user" | "project";
                    /** @enum {string} */
                    category?: "decision" | "plan" | "architecture" | "component" | "task" | "code_knowledge" | "preference" | "other";
                    content: string;
                    importance?: number;
                    /** @enum {string} */
                    memoryType?: "semantic" | "episodic" | "procedural";
                    metadata?: {
                        [key: string]: unknown;
                    };
                    /** @description absent: derived from `about`, project and category */
                    namespace?: string;
                    /** @description the project whose memory is used; absent: the server's own project; empty: only global memories and the user's */
                    project?: string;
                    /**
                     * @description the reason, for the memory's history
                     * @default by the user over HTTP
                     */
                    reason?: string;
                    /** @description relations from this memory to others */
                    relations?: {
                        /** @enum {string} */
                        kind: "depends_on" | "implements" | "part_of" | "supersedes" | "contradicts" | "relates_to";
                        /**
                         * Format: uuid
                         * @description the memory that this one depends on, implements, …
                         */
                        to: string;
                    }[];
                    tags?: string[];
                    title?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        action: "added" | "known";
                        memory: components["schemas"]["Memory"];
                    };
                };
            };
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        action: "added" | "known";
                        memory: components["schemas"]["Memory"];
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    scrub: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description only count the secrets
                     * @default false
                     */
                    dryRun?: boolean;
                } | null;
            };
        };
        responses: {
            /** @description one JSON object per line; after a failure in mid-stream, the last line is { "error": Problem } */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": {
                        /** @enum {boolean} */
                        done: false;
                        progress: {
                            done: number;
                            /** @description may grow while it runs */
                            total: number;
                        };
                    } | {
                        /** @enum {boolean} */
                        done: true;
                        dryRun: boolean;
                        /** @description number of secrets by kind */
                        kinds: {
                            [key: string]: number;
                        };
                        /** @description rows that changed meanwhile and were left as they are */
                        left: number;
                        rows: {
                            [key: string]: {
                                read: number;
                                redacted: number;
                            };
                        };
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    searchMemories: {
        parameters: {
            query: {
                /** @description true: only what consolidation archived */
                archived?: boolean | ("true" | "false");
                /** @description only memories that were valid at this time */
                asOf?: string;
                category?: ("decision" | "plan" | "architecture" | "component" | "task" | "code_knowledge" | "preference" | "other")[] | ("decision" | "plan" | "architecture" | "component" | "task" | "code_knowledge" | "preference" | "other");
                /** @description ids of memories to leave out */
                exclude?: string[] | string;
                /** @description only memories that fade before this time unless they are used */
                fadesBefore?: string;
                limit?: number;
                maxImportance?: number;
                /** @description also search past messages */
                messages?: "true" | "false";
                minImportance?: number;
                namespace?: string[] | string;
                pinned?: boolean | ("true" | "false");
                priority?: ("highest" | "high" | "medium" | "low")[] | ("highest" | "high" | "medium" | "low");
                /** @description the project whose memory is used; absent: the server's own project; empty: only global memories and the user's */
                project?: string;
                /** @description what to search for */
                q: string;
                sessionId?: string;
                /** @description only memories created at or after this time */
                since?: string;
                source?: ("user_stated" | "error_resolution" | "pattern" | "discovery" | "compaction" | "consolidation" | "import")[] | ("user_stated" | "error_resolution" | "pattern" | "discovery" | "compaction" | "consolidation" | "import");
                /** @description as in the POST request, separated by commas */
                stores?: string;
                tag?: string[] | string;
                trust?: ("user" | "agent" | "tool")[] | ("user" | "agent" | "tool");
                type?: ("semantic" | "episodic" | "procedural")[] | ("semantic" | "episodic" | "procedural");
                /** @description only memories created before this time */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description what did not work as it should, in words */
                        degraded: string[];
                        /** @description best first */
                        hits: {
                            /** @description whether it would be put into a prompt */
                            isRelevant: boolean;
                            legs: ("vector" | "words" | "importance" | "pinned" | "overview" | "related")[];
                            memory: components["schemas"]["Memory"];
                            reason: string;
                            /** @description higher is better */
                            score: number;
                            /** @description cosine, -1 to 1; null without vectors */
                            similarity: number | null;
                            /** @description 0 or more; null when no word matched */
                            wordScore: number | null;
                        }[];
                        messages: {
                            message: components["schemas"]["Message"];
                            score: number;
                        }[];
                    } | {
                        /** @description what did not work as it should, in words */
                        degraded: string[];
                        /** @description from all stores, best first */
                        hits: ({
                            /** @description whether it would be put into a prompt */
                            isRelevant: boolean;
                            memory: components["schemas"]["Memory"];
                            reason: string;
                            /** @description higher is better; comparable across stores */
                            score: number;
                            /** @enum {string} */
                            store: "memories";
                        } | {
                            /** @description whether it would be put into a prompt */
                            isRelevant: boolean;
                            message: components["schemas"]["Message"];
                            reason: string;
                            /** @description higher is better; comparable across stores */
                            score: number;
                            sessionName: string | null;
                            /** @enum {string} */
                            store: "messages";
                        } | {
                            /** @description whether it would be put into a prompt */
                            isRelevant: boolean;
                            reason: string;
                            /** @description higher is better; comparable across stores */
                            score: number;
                            session: {
                                /** @description what it was about and what came of it, in one to three sentences; null before the first extraction */
                                gist: string | null;
                                /** Format: uuid */
                                id: string;
                                /** Format: date-time */
                                lastActiveAt: string;
                                name: string | null;
                            };
                            /** @enum {string} */
                            store: "sessions";
                        } | {
                            chunk: {
                                content: string;
                                /** Format: uuid */
                                documentId: string;
                                firstLine: number;
                                /** @description the headings above it, outermost first */
                                headings: string[];
                                /** Format: uuid */
                                id: string;
                                lastLine: number;
                                /** @description its place in the document, from 1 */
                                number: number;
                                tokens: number;
                            };
                            document: {
                                /** Format: uuid */
                                id: string;
                                /** @description its name: a relative path, or the address of a page */
                                path: string;
                                /** @description the project that it belongs to; null: every project reads it */
                                project: string | null;
                                title: string;
                            };
                            /** @description whether it would be put into a prompt */
                            isRelevant: boolean;
                            reason: string;
                            /** @description higher is better; comparable across stores */
                            score: number;
                            /** @enum {string} */
                            store: "documents";
                        })[];
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    searchMemoriesByBody: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description true: only what consolidation archived */
                    archived?: boolean | ("true" | "false");
                    /** @description only memories that were valid at this time */
                    asOf?: string;
                    category?: ("decision" | "plan" | "architecture" | "component" | "task" | "code_knowledge" | "preference" | "other")[] | ("decision" | "plan" | "architecture" | "component" | "task" | "code_knowledge" | "preference" | "other");
                    /** @description ids of memories to leave out */
                    exclude?: string[] | string;
                    /** @description only memories that fade before this time unless they are used */
                    fadesBefore?: string;
                    limit?: number;
                    maxImportance?: number;
                    /**
                     * @description also search past messages
                     * @default false
                     */
                    messages?: boolean;
                    minImportance?: number;
                    namespace?: string[] | string;
                    pinned?: boolean | ("true" | "false");
                    priority?: ("highest" | "high" | "medium" | "low")[] | ("highest" | "high" | "medium" | "low");
                    /** @description the project whose memory is used; absent: the server's own project; empty: only global memories and the user's */
                    project?: string;
                    /** Format: uuid */
                    sessionId?: string;
                    /** @description only memories created at or after this time */
                    since?: string;
                    source?: ("user_stated" | "error_resolution" | "pattern" | "discovery" | "compaction" | "consolidation" | "import")[] | ("user_stated" | "error_resolution" | "pattern" | "discovery" | "compaction" | "consolidation" | "import");
                    /** @description stores to search and rank together; the only other filter allowed is the project */
                    stores?: ("memories" | "messages" | "sessions" | "documents")[];
                    tag?: string[] | string;
                    /** @description what to search for */
                    text: string;
                    trust?: ("user" | "agent" | "tool")[] | ("user" | "agent" | "tool");
                    type?: ("semantic" | "episodic" | "procedural")[] | ("semantic" | "episodic" | "procedural");
                    /** @description only memories created before this time */
                    until?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description what did not work as it should, in words */
                        degraded: string[];
                        /** @description best first */
                        hits: {
                            /** @description whether it would be put into a prompt */
                            isRelevant: boolean;
                            legs: ("vector" | "words" | "importance" | "pinned" | "overview" | "related")[];
                            memory: components["schemas"]["Memory"];
                            reason: string;
                            /** @description higher is better */
                            score: number;
                            /** @description cosine, -1 to 1; null without vectors */
                            similarity: number | null;
                            /** @description 0 or more; null when no word matched */
                            wordScore: number | null;
                        }[];
                        messages: {
                            message: components["schemas"]["Message"];
                            score: number;
                        }[];
                    } | {
                        /** @description what did not work as it should, in words */
                        degraded: string[];
                        /** @description from all stores, best first */
                        hits: ({
                            /** @description whether it would be put into a prompt */
                            isRelevant: boolean;
                            memory: components["schemas"]["Memory"];
                            reason: string;
                            /** @description higher is better; comparable across stores */
                            score: number;
                            /** @enum {string} */
                            store: "memories";
                        } | {
                            /** @description whether it would be put into a prompt */
                            isRelevant: boolean;
                            message: components["schemas"]["Message"];
                            reason: string;
                            /** @description higher is better; comparable across stores */
                            score: number;
                            sessionName: string | null;
                            /** @enum {string} */
                            store: "messages";
                        } | {
                            /** @description whether it would be put into a prompt */
                            isRelevant: boolean;
                            reason: string;
                            /** @description higher is better; comparable across stores */
                            score: number;
                            session: {
                                /** @description what it was about and what came of it, in one to three sentences; null before the first extraction */
                                gist: string | null;
                                /** Format: uuid */
                                id: string;
                                /** Format: date-time */
                                lastActiveAt: string;
                                name: string | null;
                            };
                            /** @enum {string} */
                            store: "sessions";
                        } | {
                            chunk: {
                                content: string;
                                /** Format: uuid */
                                documentId: string;
                                firstLine: number;
                                /** @description the headings above it, outermost first */
                                headings: string[];
                                /** Format: uuid */
                                id: string;
                                lastLine: number;
                                /** @description its place in the document, from 1 */
                                number: number;
                                tokens: number;
                            };
                            document: {
                                /** Format: uuid */
                                id: string;
                                /** @description its name: a relative path, or the address of a page */
                                path: string;
                                /** @description the project that it belongs to; null: every project reads it */
                                project: string | null;
                                title: string;
                            };
                            /** @description whether it would be put into a prompt */
                            isRelevant: boolean;
                            reason: string;
                            /** @description higher is better; comparable across stores */
                            score: number;
                            /** @enum {string} */
                            store: "documents";
                        })[];
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description of all projects, for whoever runs the server */
                allProjects?: "true" | "false";
                /** @description only sessions last active before this time */
                before?: string;
                /** @description include the sessions of agents that a task was delegated to */
                children?: "true" | "false";
                limit?: number;
                /** @description only sessions of agents that this session delegated a task to */
                parent?: string;
                /** @description absent: the server's own project */
                project?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description pass it as `before` to get the next page; null: this was the last */
                        next: string | null;
                        /** @description last active first */
                        sessions: components["schemas"]["Session"][];
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: {
                /** @description only messages after this number */
                after?: number;
                limit?: number;
                /** @description only if this project may read it; absent: no check */
                project?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description oldest first */
                        messages: components["schemas"]["Message"][];
                        /** @description pass it as `after` to get the next page; null: this was the last */
                        next: number | null;
                        session: components["schemas"]["Session"];
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    renameSession: {
        parameters: {
            query?: {
                /** @description only if this project may read it; absent: no check */
                project?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    previewContext: {
        parameters: {
            query?: {
                /** @description only if this project may read it; absent: no check */
                project?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description absent: the model's window */
                    budgetTokens?: number;
                    /** @description the message */
                    text: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        budget: number;
                        /** @description what did not work as it should in memory */
                        degraded: string[];
                        hash: string;
                        /** @description what the model sees, secrets redacted */
                        messages: {
                            content: string;
                            /** @enum {string} */
                            role: "system" | "user" | "assistant" | "tool";
                            toolCallId?: string;
                            toolCalls?: {
                                arguments: string;
                                id: string;
                                name: string;
                            }[];
                        }[];
                        /** @description in prompt order, with what was in and what was left out */
                        sections: components["schemas"]["ContextSection"][];
                        tokens: number;
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    handOff: {
        parameters: {
            query?: {
                /** @description only if this project may read it; absent: no check */
                project?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description limit for what the agent is told; by default 4,000 */
                    budgetTokens?: number;
                    /** @description values for the state of the new session */
                    state?: {
                        [key: string]: unknown;
                    };
                    /**
                     * @description the agent that continues
                     * @default chapo
                     */
                    to?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        session: components["schemas"]["Session"];
                        /** @description what its agent is told about the conversation, as its first message */
                        told: string;
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSessionChoices: {
        parameters: {
            query?: {
                /** @description only if this project may read it; absent: no check */
                project?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description ids of memories that no prompt contains
                         * @default []
                         */
                        excluded: string[];
                        /**
                         * @description numbers of messages that no prompt contains
                         * @default []
                         */
                        hidden: number[];
                        /**
                         * @description ids of memories that every prompt contains
                         * @default []
                         */
                        pinned: string[];
                        /**
                         * @description shares of the budget, by priority 0 to 7
                         * @default {}
                         */
                        shares: {
                            [key: string]: number;
                        };
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    chooseForSession: {
        parameters: {
            query?: {
                /** @description only if this project may read it; absent: no check */
                project?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description ids of memories
                     * @default []
                     */
                    excluded?: string[];
                    /**
                     * @description numbers of messages
                     * @default []
                     */
                    hidden?: number[];
                    /**
                     * @description ids of memories
                     * @default []
                     */
                    pinned?: string[];
                    /** @description shares of the budget, by priority 0 to 7; {}: the profile's shares */
                    shares?: {
                        [key: string]: number;
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description ids of memories that no prompt contains
                         * @default []
                         */
                        excluded: string[];
                        /**
                         * @description numbers of messages that no prompt contains
                         * @default []
                         */
                        hidden: number[];
                        /**
                         * @description ids of memories that every prompt contains
                         * @default []
                         */
                        pinned: string[];
                        /**
                         * @description shares of the budget, by priority 0 to 7
                         * @default {}
                         */
                        shares: {
                            [key: string]: number;
                        };
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    unchooseForSession: {
        parameters: {
            query?: {
                excluded?: string[] | string;
                hidden?: string[] | string;
                pinned?: string[] | string;
                /** @description only if this project may read it; absent: no check */
                project?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description ids of memories that no prompt contains
                         * @default []
                         */
                        excluded: string[];
                        /**
                         * @description numbers of messages that no prompt contains
                         * @default []
                         */
                        hidden: number[];
                        /**
                         * @description ids of memories that every prompt contains
                         * @default []
                         */
                        pinned: string[];
                        /**
                         * @description shares of the budget, by priority 0 to 7
                         * @default {}
                         */
                        shares: {
                            [key: string]: number;
                        };
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    pinMessage: {
        parameters: {
            query?: {
                /** @description only if this project may read it; absent: no check */
                project?: string;
            };
            header?: never;
            path: {
                id: string;
                number: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    pinned: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    forgetMessage: {
        parameters: {
            query?: {
                /** @description only if this project may read it; absent: no check */
                project?: string;
            };
            header?: never;
            path: {
                id: string;
                number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description other messages that quoted it, and lost the quote */
                        changedMessages: number;
                        /** @description false: it was erased before */
                        forgotten: boolean;
                        /** @description the memories that were taken from it, which stay */
                        memories: {
                            content: string;
                            /** Format: uuid */
                            id: string;
                            isValid: boolean;
                        }[];
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTurnRecall: {
        parameters: {
            query?: {
                /** @description the number of any message of the turn; absent: the last turn */
                message?: number;
                /** @description only if this project may read it; absent: no check */
                project?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TurnRecall"];
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listShared: {
        parameters: {
            query?: {
                after?: number;
                /** @description a key, or the beginning of keys followed by *; absent: all keys */
                key?: string;
                /** @description only the newest value of each key */
                latest?: "true" | "false";
                limit?: number;
                /** @description the project whose memory is used; absent: the server's own project; empty: only global memories and the user's */
                project?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description in the order in which they were published */
                        entries: components["schemas"]["SharedEntry"][];
                        /** @description pass it as `after` to read on */
                        next: number;
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    publishShared: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description who publishes it */
                    agent?: string;
                    key: string;
                    /** @description the project whose memory is used; absent: the server's own project; empty: only global memories and the user's */
                    project?: string;
                    /** @description seconds after which it expires; absent: never */
                    ttl?: number;
                    /** @description JSON of at most 64,000 characters */
                    value: unknown;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharedEntry"];
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    watchShared: {
        parameters: {
            query?: {
                /** @description a key, or the beginning of keys followed by *; absent: all keys */
                key?: string;
                /** @description the project whose memory is used; absent: the server's own project; empty: only global memories and the user's */
                project?: string;
                /** @description the position of the last entry seen; absent: only new entries */
                since?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description one JSON object per line; after a failure in mid-stream, the last line is { "error": Problem } */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": {
                        entry: components["schemas"]["SharedEntry"] | null;
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getStats: {
        parameters: {
            query?: {
                /** @description only what this project reads and what it cost; absent: the whole store */
                project?: string;
                /** @description only what came from this session */
                sessionId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ceiling: {
                            limit: number | null;
                            /** @description if true, background work waits */
                            reached: boolean;
                            /** Format: date-time */
                            since: string;
                            used: number;
                        };
                        /** @description the ten that used the most tokens in the last 30 days */
                        costliestSessions: {
                            name: string | null;
                            project: string | null;
                            sessionId: string;
                            tokens: number;
                        }[];
                        /** @description the last 30 days (UTC), newest first */
                        days: {
                            calls: number;
                            /** @description in US dollars; null when no price is known */
                            cost: number | null;
                            /** Format: date */
                            day: string;
                            inputTokens: number;
                            model: string;
                            /** @description `chat` for the calls of agents; otherwise what memory did */
                            operation: string;
                            outputTokens: number;
                        }[];
                        /** @description of the whole store */
                        jobs: {
                            [key: string]: number;
                        };
                        memories: {
                            byPriority: {
                                [key: string]: number;
                            };
                            /** @description the 100 largest scopes */
                            byScope: {
                                scope: string;
                                valid: number;
                            }[];
                            byType: {
                                [key: string]: number;
                            };
                            /** @description memories that will be pruned within 7 days unless they are used */
                            fading: number;
                            invalid: number;
                            pinned: number;
                            /** @description memories without a vector of the store's embedder; only words find them until they have one */
                            unembedded: number;
                            valid: number;
                        };
                        /** @description only with sessionId: the tokens of the jobs that made the session's memories */
                        memoryCosts: {
                            jobId: string;
                            jobTokens: number;
                            madeTogether: number;
                            memoryId: string;
                        }[];
                        sessions: {
                            count: number;
                            messages: number;
                        };
                        /** @description what memory cost, most tokens first; days are UTC */
                        usage: {
                            allTime: {
                                calls: number;
                                inputTokens: number;
                                outputTokens: number;
                            };
                            last30Days: {
                                calls: number;
                                inputTokens: number;
                                outputTokens: number;
                            };
                            model: string;
                            operation: string;
                            today: {
                                calls: number;
                                inputTokens: number;
                                outputTokens: number;
                            };
                        }[];
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    saveProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description an archived project is not listed */
                    archived?: boolean;
                    description?: string | null;
                    name?: string | null;
                    settings?: {
                        /** @description days for which contexts are kept, if shorter than the general retention */
                        contextDays?: number | null;
                        /** @description when it is exceeded, consolidation archives the weakest memories */
                        memoryBudget?: {
                            memories?: number;
                            tokens?: number;
                        } | null;
                    };
                    workspacePath?: string | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteProject: {
        parameters: {
            query: {
                /** @description the project's id or name, as confirmation */
                confirm: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        documents: number;
                        memories: number;
                        sessions: number;
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    consolidate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description only plan it, at the same cost
                     * @default false
                     */
                    dryRun?: boolean;
                } | null;
            };
        };
        responses: {
            /** @description one JSON object per line; after a failure in mid-stream, the last line is { "error": Problem } */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": {
                        /** @enum {boolean} */
                        done: false;
                        progress: {
                            done: number;
                            /** @description may grow while it runs */
                            total: number;
                        };
                    } | {
                        /** @description the plan of a dry run */
                        actions: {
                            /** @description the memories that the action changes */
                            ids: string[];
                            importance: number | null;
                            keepId: string | null;
                            /** @enum {string} */
                            kind: "merge" | "summarise" | "rescore" | "archive";
                            reason: string;
                            /** @description what takes their place */
                            text: string | null;
                            tokensAfter: number;
                            tokensBefore: number;
                        }[];
                        after: {
                            memories: number;
                            tokens: number;
                        };
                        /** @description what was done */
                        applied: {
                            /** @enum {string} */
                            action: "added" | "merged" | "archived" | "updated";
                            /** Format: uuid */
                            memoryId: string;
                            previousId: string | null;
                            reason: string;
                        }[];
                        /** @description the project's valid memories, and the tokens of their texts */
                        before: {
                            memories: number;
                            tokens: number;
                        };
                        budget: {
                            memories: number;
                            tokens: number;
                        };
                        /** @enum {boolean} */
                        done: true;
                        dryRun: boolean;
                        /** @description why it waits or is dead */
                        error: string | null;
                        /** @description undo this job to take everything back; null for a dry run */
                        jobId: string | null;
                        /** @description how many of them no run changes: pinned, of priority highest, stated lately, or restored */
                        protected: number;
                        /** @description why proposals of the model were refused */
                        refused: string[];
                        /** @description actions that were skipped because their memories changed after the plan was made */
                        skipped: {
                            ids: string[];
                            /** @enum {string} */
                            kind: "merge" | "summarise" | "rescore" | "archive";
                            reason: string;
                        }[];
                        /** @enum {string} */
                        status: "planned" | "done" | "waiting" | "dead";
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMemoryGraph: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemoryGraph"];
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listProjectMemories: {
        parameters: {
            query?: {
                /** @description the id of the last memory of the previous page */
                after?: string;
                /** @description true: only what consolidation archived */
                archived?: boolean | ("true" | "false");
                /** @description only memories that were valid at this time */
                asOf?: string;
                category?: ("decision" | "plan" | "architecture" | "component" | "task" | "code_knowledge" | "preference" | "other")[] | ("decision" | "plan" | "architecture" | "component" | "task" | "code_knowledge" | "preference" | "other");
                /** @description only memories that fade before this time unless they are used */
                fadesBefore?: string;
                /** @description include memories that were replaced, contradicted or have faded */
                includeInvalid?: "true" | "false";
                limit?: number;
                maxImportance?: number;
                minImportance?: number;
                namespace?: string[] | string;
                pinned?: boolean | ("true" | "false");
                priority?: ("highest" | "high" | "medium" | "low")[] | ("highest" | "high" | "medium" | "low");
                sessionId?: string;
                /** @description only memories created at or after this time */
                since?: string;
                source?: ("user_stated" | "error_resolution" | "pattern" | "discovery" | "compaction" | "consolidation" | "import")[] | ("user_stated" | "error_resolution" | "pattern" | "discovery" | "compaction" | "consolidation" | "import");
                tag?: string[] | string;
                trust?: ("user" | "agent" | "tool")[] | ("user" | "agent" | "tool");
                type?: ("semantic" | "episodic" | "procedural")[] | ("semantic" | "episodic" | "procedural");
                /** @description only memories created before this time */
                until?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description newest first */
                        memories: components["schemas"]["Memory"][];
                        /** @description pass it as `after` to get the next page; null: this was the last */
                        next: string | null;
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listProjects: {
        parameters: {
            query?: {
                /** @description include archived projects */
                archived?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description last active first */
                        projects: components["schemas"]["Project"][];
                    };
                };
            };
            /** @description invalid_input, malformed_json, bad_request: the request is wrong; `fields` says where */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
