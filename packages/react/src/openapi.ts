// Generated from apps/api/openapi.json: run `pnpm --filter @devai/react openapi` after a change of it or of the requests.

export interface paths {
    "/api/focus": {
        /** Shows the active topics of a project, strongest first */
        get: operations["getFocus"];
        /** Replaces the whole list of topics with the one that the user wants */
        put: operations["editFocus"];
    };
    "/api/health": {
        /** Says that the server is alive, and what is degraded */
        get: operations["getHealth"];
    };
    "/api/memory": {
        /** Lists memories, newest first */
        get: operations["listMemories"];
    };
    "/api/memory/{id}": {
        /** Shows a memory, valid or not */
        get: operations["getMemory"];
        /** Changes the given fields of a memory; all others stay. With `project`, it cannot move to another project */
        put: operations["changeMemory"];
        /** Erases the text of a memory for good, everywhere, and hides it from the agent where it stands in messages */
        delete: operations["forgetMemory"];
    };
    "/api/memory/{id}/history": {
        /** Shows every change of a memory: when, what, why and by whom; for a forgotten memory, only that it was forgotten */
        get: operations["getMemoryHistory"];
    };
    "/api/memory/{id}/relations": {
        /** Shows what a memory is related to, including relations from before it was updated */
        get: operations["listRelations"];
        /** Relates a memory to another that can be read together with it; doing it twice changes nothing */
        post: operations["relateMemory"];
        /** Takes a relation back; doing it twice changes nothing */
        delete: operations["unrelateMemory"];
    };
    "/api/memory/{id}/restore": {
        /** Makes a memory valid again, and undoes what took its place */
        post: operations["restoreMemory"];
    };
    "/api/memory/{id}/undo": {
        /** Undoes one change of a memory; this is itself a change that can be undone */
        post: operations["undoMemoryChange"];
    };
    "/api/memory/contexts": {
        /** Lists what models were sent, newest first */
        get: operations["listContexts"];
    };
    "/api/memory/debug/{contextId}": {
        /** Shows what a model saw, section by section, and why each part was in or out */
        get: operations["getContext"];
    };
    "/api/memory/diff": {
        /** Shows what differs between two contexts, by section and item */
        get: operations["compareContexts"];
    };
    "/api/memory/doctor": {
        /** Checks for problems, and says what to do about each */
        get: operations["examine"];
    };
    "/api/memory/documents": {
        /** Lists the documents that a project reads, sorted by path */
        get: operations["listDocuments"];
        /** Ingests a file or page of at most 50 MB: Markdown, text, source code, HTML, PDF or DOCX; the second time, only what changed */
        post: operations["ingestDocument"];
    };
    "/api/memory/documents/{id}": {
        /** Shows lines of a document, as many as fit into one response */
        get: operations["readDocument"];
        /** Deletes a document, and its texts in stored contexts; doing it twice changes nothing */
        delete: operations["deleteDocument"];
    };
    "/api/memory/explain": {
        /** Says why a memory would or would not be put into the prompt of a message */
        post: operations["explainMemory"];
    };
    "/api/memory/jobs": {
        /** Lists background jobs, newest first */
        get: operations["listJobs"];
    };
    "/api/memory/jobs/{id}/retry": {
        /** Makes a dead or waiting job due now, with all its tries again */
        post: operations["retryJob"];
    };
    "/api/memory/jobs/{id}/undo": {
        /** Undoes what a finished job did to memories; doing it twice changes nothing */
        post: operations["undoJob"];
    };
    "/api/memory/jobs/retry": {
        /** Makes all jobs due now that are dead, or that failed and are waiting */
        post: operations["retryFailedJobs"];
    };
    "/api/memory/replay/{contextId}": {
        /** Assembles what a model saw again from what was stored, and says whether it is the same */
        post: operations["replayContext"];
    };
    "/api/memory/save": {
        /** Stores what the user states, with priority highest; stating it again strengthens the memory */
        post: operations["saveMemory"];
    };
    "/api/memory/search": {
        /** Searches memories, and past messages, sessions and documents when asked to */
        post: operations["searchMemoriesByBody"];
    };
    "/api/memory/sessions": {
        /** Lists sessions, last active first; those of delegated tasks only on request */
        get: operations["listSessions"];
    };
    "/api/memory/sessions/{id}": {
        /** Shows a session with its messages, oldest first */
        get: operations["getSession"];
        /** Names a session, so that people can find it again */
        put: operations["renameSession"];
        /** Erases a session for good, with those of the tasks that it delegated, and its quotes in others; memories that came from it stay */
        delete: operations["deleteSession"];
    };
    "/api/memory/sessions/{id}/context": {
        /** Shows what the agent would be sent for a message; stores and strengthens nothing */
        post: operations["previewContext"];
    };
    "/api/memory/sessions/{id}/memories": {
        /** Shows what the user put into a session's prompts, and what they keep out of them */
        get: operations["getSessionChoices"];
        /** Pins memories into a session's prompts, excludes them, hides messages, or sets shares of the budget */
        post: operations["chooseForSession"];
        /** Takes back what was pinned, excluded or hidden for a session */
        delete: operations["unchooseForSession"];
    };
    "/api/memory/sessions/{id}/recall": {
        /** Shows what was recalled in a turn, and why each memory was or was not put into its prompt */
        get: operations["getTurnRecall"];
    };
    "/api/memory/stats": {
        /** Counts what the store holds, and shows what memory cost */
        get: operations["getStats"];
    };
    "/api/project/{id}": {
        /** Shows a project */
        get: operations["getProject"];
        /** Names, describes, archives or configures a project; null removes a value */
        put: operations["saveProject"];
    };
    "/api/project/{id}/consolidate": {
        /** Merges, summarises, rescores and archives a project's memories, as a job that can be undone, or plans it */
        post: operations["consolidate"];
    };
    "/api/project/{id}/graph": {
        /** Shows a project's own memories and how they are related, the most related first */
        get: operations["getMemoryGraph"];
    };
    "/api/projects": {
        /** Lists projects, last active first, with how much each holds */
        get: operations["listProjects"];
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ChangedItem: {
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
        };
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
        Focus: {
            /** Format: date-time */
            asOf: string;
            block: string;
            project: string | null;
            topics: components["schemas"]["Topic"][];
        };
        Found: {
            /** @description what did not work as it should, in words */
            degraded: string[];
            /** @description best first */
            hits: {
                /** @description whether it would be put into a prompt */
                isRelevant: boolean;
                legs: ("vector" | "words" | "importance" | "pinned" | "overview" | "related" | "standing")[];
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
        };
        FoundInStores: {
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
                /** @constant */
                store: "memories";
            } | {
                /** @description whether it would be put into a prompt */
                isRelevant: boolean;
                message: components["schemas"]["Message"];
                reason: string;
                /** @description higher is better; comparable across stores */
                score: number;
                sessionName: string | null;
                /** @constant */
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
                /** @constant */
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
                /** @constant */
                store: "documents";
            })[];
        };
        Hit: {
            legs: ("vector" | "words" | "importance" | "pinned" | "overview" | "related" | "standing")[];
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
            category: "decision" | "plan" | "architecture" | "component" | "task" | "code_knowledge" | "preference" | "profile" | "rule" | "other";
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
            action: "added" | "updated" | "superseded" | "invalidated" | "restored" | "merged" | "archived" | "pruned" | "pinned" | "unpinned" | "related" | "unrelated" | "disputed" | "forgotten";
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
                category: "decision" | "plan" | "architecture" | "component" | "task" | "code_knowledge" | "preference" | "profile" | "rule" | "other";
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
                /** @description fields that the provider gave the call and wants back */
                extra?: {
                    [key: string]: unknown;
                };
                id: string;
                name: string;
            }[];
            /** @enum {string} */
            type: "text" | "tool_call" | "tool_result" | "notice";
        };
        Progress: {
            /** @constant */
            done: false;
            progress: {
                done: number;
                /** @description may grow while it runs */
                total: number;
            };
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
            items: components["schemas"]["ChangedItem"][];
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
            /** @description the beginning of the user's first message, if the session has no name; null: there is none */
            firstWords: string | null;
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
        SessionChoices: {
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
        Topic: {
            directories: string[];
            files: string[];
            /** Format: date-time */
            lastTouchedAt: string;
            parent: string | null;
            sessions: number;
            strength: number;
            topic: string;
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
            /** @description what every prompt says about the user and how to work, then the first that had no room there */
            standing: {
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
        };
    };
}
export type $defs = Record<string, never>;
export interface operations {
    getFocus: {
        parameters: {
            query?: {
                /** @description the project whose memory is used; absent: the server's own project; empty: only global memories and the user's */
                project?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Focus"];
                };
            };
        };
    };
    editFocus: {
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
            200: {
                content: {
                    "application/json": components["schemas"]["Focus"];
                };
            };
        };
    };
    getHealth: {
        responses: {
            200: {
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
                            /** @description which one it is: a folder, or a server and its database */
                            place: string;
                            reachable: boolean;
                        };
                    };
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
                category?: ("decision" | "plan" | "architecture" | "component" | "task" | "code_knowledge" | "preference" | "profile" | "rule" | "other")[] | ("decision" | "plan" | "architecture" | "component" | "task" | "code_knowledge" | "preference" | "profile" | "rule" | "other");
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
                /** @description the project whose memory is used; absent: that of `sessionId`, else the server's own project; empty: only global memories and the user's */
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
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description newest first */
                        memories: components["schemas"]["Memory"][];
                        /** @description pass it as `after` to get the next page; null: this was the last */
                        next: string | null;
                    };
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
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Memory"];
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
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    category?: "decision" | "plan" | "architecture" | "component" | "task" | "code_knowledge" | "preference" | "profile" | "rule" | "other";
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
            200: {
                content: {
                    "application/json": components["schemas"]["Memory"];
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
            path: {
                id: string;
            };
        };
        responses: {
            200: {
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
        };
    };
    getMemoryHistory: {
        parameters: {
            query?: {
                /** @description only if this project may read it; absent: no check */
                project?: string;
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description oldest first */
                        events: components["schemas"]["MemoryEvent"][];
                    };
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
            path: {
                id: string;
            };
        };
        responses: {
            200: {
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
        };
    };
    relateMemory: {
        parameters: {
            query?: {
                /** @description only if this project may read it; absent: no check */
                project?: string;
            };
            path: {
                id: string;
            };
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
            200: {
                content: {
                    "application/json": {
                        added: boolean;
                    };
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
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        removed: boolean;
                    };
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
            path: {
                id: string;
            };
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
            200: {
                content: {
                    "application/json": components["schemas"]["Memory"];
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
            path: {
                id: string;
            };
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
            200: {
                content: {
                    "application/json": components["schemas"]["Memory"];
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
                /** @description absent: that of the session, else the server's own project */
                project?: string;
                session?: string;
                turn?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description newest first */
                        contexts: components["schemas"]["ContextSummary"][];
                        /** @description pass it as `before` to get the next page; null: this was the last */
                        next: string | null;
                    };
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
            path: {
                contextId: string;
            };
        };
        responses: {
            200: {
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
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        after: components["schemas"]["ContextSummary"];
                        before: components["schemas"]["ContextSummary"];
                        /** @description empty: the contexts are the same */
                        sections: components["schemas"]["SectionChange"][];
                    };
                };
            };
        };
    };
    examine: {
        responses: {
            200: {
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
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description sorted by path */
                        documents: components["schemas"]["Document"][];
                        /** @description pass it as `after` to get the next page; null: this was the last */
                        next: string | null;
                    };
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
                content: {
                    "application/x-ndjson": components["schemas"]["Progress"] | {
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
            path: {
                id: string;
            };
        };
        responses: {
            200: {
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
        };
    };
    deleteDocument: {
        parameters: {
            query?: {
                /** @description only if this project may read it; absent: no check */
                project?: string;
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        deleted: boolean;
                        document: components["schemas"]["Document"] | null;
                    };
                };
            };
        };
    };
    explainMemory: {
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
            200: {
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
        };
    };
    listJobs: {
        parameters: {
            query?: {
                limit?: number;
                status?: "waiting" | "running" | "done" | "dead";
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        jobs: components["schemas"]["Job"][];
                    };
                };
            };
        };
    };
    retryJob: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    undoJob: {
        parameters: {
            path: {
                id: string;
            };
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
            200: {
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
        };
    };
    retryFailedJobs: {
        responses: {
            200: {
                content: {
                    "application/json": {
                        retried: number;
                    };
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
            path: {
                contextId: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        differences: {
                            reason: string;
                            section: string;
                        }[];
                        /** @description how the result of a search differs today; null: not requested */
                        drift: components["schemas"]["ChangedItem"][] | null;
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
        };
    };
    saveMemory: {
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description user: it holds in every project; absent: its category and wording decide
                     * @enum {string}
                     */
                    about?: "user" | "project";
                    /** @enum {string} */
                    category?: "decision" | "plan" | "architecture" | "component" | "task" | "code_knowledge" | "preference" | "profile" | "rule" | "other";
                    content: string;
                    /** @description until when it holds */
                    expiresAt?: string | null;
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
            200: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        action: "added" | "known";
                        memory: components["schemas"]["Memory"];
                    };
                };
            };
            201: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        action: "added" | "known";
                        memory: components["schemas"]["Memory"];
                    };
                };
            };
        };
    };
    searchMemoriesByBody: {
        requestBody: {
            content: {
                "application/json": {
                    /** @description true: only what consolidation archived */
                    archived?: boolean | ("true" | "false");
                    /** @description only memories that were valid at this time */
                    asOf?: string;
                    category?: ("decision" | "plan" | "architecture" | "component" | "task" | "code_knowledge" | "preference" | "profile" | "rule" | "other")[] | ("decision" | "plan" | "architecture" | "component" | "task" | "code_knowledge" | "preference" | "profile" | "rule" | "other");
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
            200: {
                content: {
                    "application/json": components["schemas"]["Found"] | components["schemas"]["FoundInStores"];
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
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description pass it as `before` to get the next page; null: this was the last */
                        next: string | null;
                        /** @description last active first */
                        sessions: components["schemas"]["Session"][];
                    };
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
            path: {
                id: string;
            };
        };
        responses: {
            200: {
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
        };
    };
    renameSession: {
        parameters: {
            query?: {
                /** @description only if this project may read it; absent: no check */
                project?: string;
            };
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    deleteSession: {
        parameters: {
            query?: {
                /** @description only if this project may read it; absent: no check */
                project?: string;
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description the memories that came from it, which stay without their quotes */
                        memories: {
                            content: string;
                            /** Format: uuid */
                            id: string;
                            isValid: boolean;
                        }[];
                        /** @description messages that were erased */
                        messages: number;
                        /** @description this session, and those of the tasks that it delegated */
                        sessionIds: string[];
                    };
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
            path: {
                id: string;
            };
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
            200: {
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
        };
    };
    getSessionChoices: {
        parameters: {
            query?: {
                /** @description only if this project may read it; absent: no check */
                project?: string;
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["SessionChoices"];
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
            path: {
                id: string;
            };
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
            200: {
                content: {
                    "application/json": components["schemas"]["SessionChoices"];
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
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["SessionChoices"];
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
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["TurnRecall"];
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
        };
        responses: {
            200: {
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
                            /** @description neither invalid, expired nor faded: what a list has */
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
        };
    };
    getProject: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    saveProject: {
        parameters: {
            path: {
                id: string;
            };
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
            200: {
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    consolidate: {
        parameters: {
            path: {
                id: string;
            };
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
                content: {
                    "application/x-ndjson": components["schemas"]["Progress"] | {
                        /** @description the plan of a dry run */
                        actions: {
                            /** @description the memories that the action changes; of a dispute, the first may contradict the others */
                            ids: string[];
                            importance: number | null;
                            keepId: string | null;
                            /** @enum {string} */
                            kind: "merge" | "summarise" | "rescore" | "archive" | "supersede" | "dispute";
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
                            action: "added" | "merged" | "archived" | "updated" | "superseded" | "disputed";
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
                        /** @description how many of them no run merges, archives or rescores: pinned, of priority highest, stated lately, or restored */
                        protected: number;
                        /** @description why proposals of the model were refused */
                        refused: string[];
                        /** @description actions that were skipped because their memories changed after the plan was made */
                        skipped: {
                            ids: string[];
                            /** @enum {string} */
                            kind: "merge" | "summarise" | "rescore" | "archive" | "supersede" | "dispute";
                            reason: string;
                        }[];
                        /** @enum {string} */
                        status: "planned" | "done" | "waiting" | "dead";
                    };
                };
            };
        };
    };
    getMemoryGraph: {
        parameters: {
            query?: {
                limit?: number;
            };
            path: {
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["MemoryGraph"];
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
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description last active first */
                        projects: components["schemas"]["Project"][];
                    };
                };
            };
        };
    };
}
