/** Two small conversations in the formats of the published files; the words are made up. */
export const locomo = [
  {
    sample_id: 'conv-1',
    conversation: {
      speaker_a: 'Ada',
      speaker_b: 'Bert',
      session_1_date_time: '2:10 pm on 2 May, 2023',
      session_1: [
        { speaker: 'Ada', dia_id: 'D1:1', text: 'Hello Bert! I bought a red kayak in Leeds yesterday.' },
        { speaker: 'Bert', dia_id: 'D1:2', text: 'Lovely! My goat Olga has a fever.' },
        {
          speaker: 'Ada',
          dia_id: 'D1:3',
          text: 'Look at her.',
          img_url: ['http://127.0.0.1/kayak.jpg'],
          blip_caption: 'a photo of a kayak on a lake',
        },
      ],
      session_2_date_time: '12:05 am on 1 June, 2023',
      session_2: [
        { speaker: 'Bert', dia_id: 'D2:1', text: 'Olga is well again, and eats thistles.' },
        { speaker: 'Ada', dia_id: 'D2:2', text: 'I sold the kayak to my sister Ida.' },
      ],
      session_3_date_time: '9:00 am on 2 June, 2023',
    },
    qa: [
      { question: 'Where did Ada buy the kayak?', answer: 'Leeds', evidence: ['D1:1'], category: 4 },
      { question: 'What is the name of the goat?', answer: 'Olga', evidence: ['D1:02; D2:1'], category: 1 },
      { question: 'When did Ada buy the kayak?', answer: '1 May 2023', evidence: ['D:1:1'], category: 2 },
      { question: 'How many kayaks did Ada sell?', answer: 1, evidence: ['D2:2', 'D'], category: 3 },
      {
        question: 'Why did Bert sell the kayak?',
        evidence: ['D2:2'],
        category: 5,
        adversarial_answer: 'He needed money',
      },
    ],
    event_summary: {},
  },
];

export const longMemEval = [
  {
    question_id: 'q-lamp',
    question_type: 'knowledge-update',
    question: 'Which lamp do I have on my desk?',
    answer: 'a green one',
    question_date: '2023/06/01 (Thu) 10:00',
    haystack_dates: ['2023/05/29 (Mon) 22:10', '2023/05/19 (Fri) 03:05'],
    haystack_session_ids: ['late', 'early'],
    haystack_sessions: [
      [
        { role: 'user', content: 'I have put a green lamp on my desk instead.', has_answer: true },
        { role: 'assistant', content: 'Green is calm.', has_answer: false },
      ],
      [
        { role: 'user', content: 'I have a yellow lamp on my desk.', has_answer: true },
        { role: 'assistant', content: '' },
      ],
    ],
    answer_session_ids: ['early', 'late'],
  },
  {
    question_id: 'q-ferry_abs',
    question_type: 'multi-session',
    question: 'How much was the ferry to Oban?',
    answer: 'You did not mention a ferry.',
    question_date: '2023/06/01 (Thu) 10:00',
    haystack_dates: ['2023/05/19 (Fri) 03:05'],
    haystack_session_ids: ['only'],
    haystack_sessions: [[{ role: 'user', content: 'The train to Oban was 20 pounds.' }]],
    answer_session_ids: ['only_abs'],
  },
  {
    question_id: 'q-tea',
    question_type: 'single-session-preference',
    question: 'What shall I drink tonight?',
    answer: 'The user would like herbal tea, and no coffee.',
    question_date: '2023/05/01 (Mon) 10:00',
    haystack_dates: ['2023/05/19 (Fri) 03:05'],
    haystack_session_ids: ['only'],
    haystack_sessions: [
      [{ role: 'user', content: 'I prefer herbal tea in the evening, coffee keeps me awake.' }],
    ],
    answer_session_ids: ['only'],
  },
];
