import type { TermRow } from '../term-row.ts';

/** English terms for a department. Other languages use some of them too. */
export const ENGLISH_DEPARTMENTS: readonly TermRow[] = [
  // Management: general, product, project and strategy.
  {
    departments: ['management'],
    seniority: 'director',
    terms: `general manager, gm, country manager, country director, country head, chief of staff, regional general manager, country lead,
      business unit manager, business unit head, site lead, division manager, regional manager, regional director, managing principal`,
  },
  {
    departments: ['management'],
    seniority: 'manager',
    terms: 'pm, store manager, branch manager, shop manager, area manager, outlet manager',
  },
  { departments: ['management'], seniority: 'executive', terms: 'cpo, cino' },
  { departments: ['management', 'it'], seniority: 'executive', terms: 'cpto, cptdo' },
  {
    departments: ['management'],
    seniority: 'mid',
    terms: `product owner, scrum master, agile coach, project coordinator, project officer, program officer, programme officer,
      agile delivery lead, pmo analyst, process owner, management consultant, strategy consultant, business consultant`,
  },
  {
    departments: ['management'],
    seniority: 'junior',
    effect: 'beginner',
    terms: `founders associate, founder associate, founder's associate, founders' associate, founder's office,
      management trainee, venture associate`,
  },
  {
    departments: ['management'],
    strength: 'medium',
    terms: `product, products, product management, product strategy, strategy, strategic initiatives, corporate strategy,
      business strategy, general management, business unit, pmo, product owner, business transformation, special projects, new ventures,
      venture building, product development, portfolio management, change management, product operations, product ops, strategic planning`,
  },
  {
    departments: ['management'],
    strength: 'weak',
    terms: `project, projects, project management, program, programs, programme, programmes, program management,
      programme management, delivery, transformation, innovation, portfolio, initiatives, ventures, management, agile, strategic programs`,
  },
  // Engineering and IT.
  {
    departments: ['it'],
    seniority: 'executive',
    terms:
      'cto, cio, ciso, cdo, caio, cdio, cito, cdto, chief information officer, chief digital officer, chief scientific officer',
  },
  {
    departments: ['it'],
    seniority: 'mid',
    strength: 'medium',
    terms: `engineer, developer, dev, programmer, coder, scientist, sysadmin, hacker, technologist, webmaster, researcher,
      biologist, chemist, physicist, mathematician, statistician, tester, sre, swe, sdet, bioinformatician, geologist, pharmacologist`,
  },
  {
    departments: ['it'],
    seniority: 'mid',
    terms: `software engineer, software developer, data engineer, data scientist, data analyst, system administrator,
      systems administrator, network administrator, database administrator, dba, solution architect, solutions architect,
      software architect, cloud architect, enterprise architect, it administrator, web developer, business analyst, systems analyst, system analyst,
      product engineer, growth engineer, design engineer, security analyst, salesforce administrator, salesforce developer,
      qa engineer, quality assurance engineer, it specialist, it technician, penetration tester, member of technical staff, mts,
      bi analyst, product analyst, data architect, prompt engineer, forward deployed engineer, research associate, ui developer, ux engineer, ui engineer,
      ux developer, lab technician, technical consultant, it consultant, erp consultant, sap consultant, crm developer, marketing engineer, it support, it helpdesk, support developer,
      technical writer, game developer, game designer, web master, security officer, release manager`,
  },
  { departments: ['it'], seniority: 'mid', strength: 'weak', terms: 'architect' },
  {
    departments: ['it'],
    seniority: 'senior',
    terms:
      'chief engineer, chief architect, chief scientist, principal engineer, staff developer, chief developer',
  },
  {
    departments: ['it'],
    seniority: 'manager',
    terms:
      'tech lead, technical lead, engineering lead, dev lead, development lead, lead of engineering, it lead, data lead, research lead',
  },
  {
    departments: ['it'],
    terms: `it, information technology, ict, infosec, cybersecurity, cyber security, information security, cyber, devops,
      devsecops, mlops, software, software engineering, software development, site reliability, machine learning, ml, ai,
      artificial intelligence, deep learning, frontend, front end, backend, back end, fullstack, full stack, web development,
      data engineering, data science, data platform, data governance, data management, data and analytics, business intelligence, quality assurance, qa, test automation,
      cloud, r&d, research and development, research development, research & development, blockchain, embedded, firmware, hardware, mechatronics, robotics, computer vision, nlp, sap,
      information systems, it operations, it infrastructure, it service, platform engineering, engineering operations, cloud operations, security operations,
      ios, android, java, python, javascript, typescript, golang, ruby, php, c++, react, node js, nodejs, rust, kubernetes, linux, sysops, secops, data protection engineer, web3, algorithms,
      developer experience, engineering productivity, internal tools, product security, application security, appsec, erp, bioinformatics, computational biology,
      electrical engineering, mechanical engineering, systems engineering, hardware engineering, digital transformation, electronics, simulation, quantum, semiconductors, it project management, generative ai, genai, llm`,
  },
  {
    departments: ['it'],
    strength: 'medium',
    terms: `engineering, eng, technology, tech, technologies, data, analytics, security, development, developers, platform, infrastructure,
      science, research, systems, applications, architecture, web, mobile, network, networks, technical support engineer, computing, digital products, chemistry, biology, discovery, preclinical`,
  },
  {
    departments: ['it'],
    strength: 'weak',
    terms:
      'technical, digital, automation, system, api, database, cloud native, application, testing, test, laboratory, lab, information',
  },
  // Sales.
  {
    departments: ['sales'],
    seniority: 'executive',
    terms: 'cro, cco, cbo, cbdo, chief commercial officer, chief business officer, chief partnership officer',
  },
  {
    departments: ['sales'],
    seniority: 'mid',
    terms: `account executive, ae, sdr, bdr, adr, sales executive, sales representative, sales rep, salesperson, salesman,
      saleswoman, sales engineer, solutions engineer, solution engineer, solutions consultant, solution consultant, presales engineer, pre sales engineer,
      business developer, closer, sales specialist, sales agent, sales consultant, telemarketer, inside sales representative, sales hunter,
      account representative, territory representative, enterprise account executive, partner executive, solutions advisor, sales coordinator, seller, enterprise seller`,
  },
  {
    departments: ['sales'],
    seniority: 'manager',
    terms:
      'account manager, key account manager, kam, bdm, partner manager, channel manager, territory manager, area sales manager, asm, regional sales manager, engagement manager, client partner, account lead, partner lead, strategic account manager',
  },
  {
    departments: ['sales'],
    seniority: 'director',
    terms: 'account director, client director, partner director',
  },
  {
    departments: ['sales'],
    terms: `sales, presales, pre sales, business development, bd, biz dev, bizdev, partnerships, partnership, alliances, strategic alliances,
      revenue, revenue operations, revops, rev ops, sales operations, sales ops, sales enablement, revenue enablement, account management, key accounts, key account,
      commercial, inside sales, field sales, sales engineering, solutions engineering, solution engineering, solution consulting, solutions consulting, sales development, go to market, gtm,
      channel, channels, channel partners, partner ecosystem, strategic partnerships, enterprise sales, new business, lead generation, commercial operations, business dev,
      commercialization, commercialisation, commercial excellence, wholesale, dealer, resellers, strategic accounts, partner sales, partner development, partner success, customer acquisition sales, deal desk, franchise, tenders, bid`,
  },
  {
    departments: ['sales'],
    strength: 'medium',
    terms:
      'accounts, account, territory, retail, licensing, partners, ecosystem, monetization, pricing, enablement, leasing, real estate sales, trading, market access, bids',
  },
  { departments: ['sales'], strength: 'weak', terms: 'solutions, markets, expansion, business' },
  // Marketing.
  {
    departments: ['marketing'],
    seniority: 'executive',
    terms: 'cmo, cgo, chief growth officer, chief brand officer, chief evangelist',
  },
  {
    departments: ['marketing'],
    seniority: 'mid',
    terms: `marketer, marketeer, copywriter, content writer, content creator, growth hacker, evangelist, developer advocate,
      developer evangelist, seo specialist, media buyer, influencer, blogger, market researcher, content strategist, brand ambassador, merchandiser, technology evangelist`,
  },
  {
    departments: ['marketing'],
    terms: `marketing, mktg, mkt, mktng, growth marketing, product marketing, pmm, performance marketing, content marketing, email marketing, field marketing,
      brand marketing, digital marketing, partner marketing, demand generation, demand gen, seo, sea, sem, ppc, paid media, paid social, paid search,
      social media, community management, developer relations, devrel, user acquisition, customer acquisition, acquisition marketing, crm, lifecycle, campaigns, campaign, growth operations, marketing operations, mops, martech,
      advertising, market research, marketing communications, customer marketing, event marketing, branding, inbound, abm, copywriting, customer insights, consumer insights, market intelligence,
      e commerce, ecommerce, online marketing, affiliate, affiliates, retention marketing, trade marketing, influencer marketing, storytelling, newsletter, go to market strategy`,
  },
  {
    departments: ['marketing'],
    strength: 'medium',
    terms:
      'growth, brand, brands, content, community, events, event, audience, social, media, acquisition, category, merchandising, conferences, insights, media planning, advocacy',
  },
  {
    departments: ['marketing'],
    strength: 'weak',
    terms: 'online, market, promotion, promotions, loyalty, consumer',
  },
  // Design.
  {
    departments: ['design'],
    seniority: 'mid',
    terms: `designer, ux researcher, user researcher, ux writer, illustrator, animator, art worker, artist, photographer, videographer, video editor, motion designer,
      product designer, graphic designer, ux architect, information architect, retoucher, industrial designer, service designer, content designer, visual artist, cgi artist, 3d artist, creative producer, multimedia designer`,
  },
  {
    departments: ['design'],
    seniority: 'director',
    terms: 'creative director, art director, design director, director of photography',
  },
  {
    departments: ['design'],
    seniority: 'executive',
    terms: 'chief creative officer, chief design officer, chief experience officer',
  },
  {
    departments: ['design'],
    terms: `design, ux, ui, user experience, user interface, product design, creative, brand design, user research, ux research, graphic design,
      web design, visual design, interaction design, design system, design systems, design operations, design ops, designops, motion design, service design, industrial design, video production, animation, graphics, 3d`,
  },
  {
    departments: ['design'],
    strength: 'medium',
    terms: 'visual, art, video, usability, prototyping, interiors',
  },
  // Finance.
  {
    departments: ['finance'],
    seniority: 'executive',
    terms: 'cfo, cao, chief investment officer, chief risk officer',
  },
  {
    departments: ['finance'],
    seniority: 'mid',
    terms: `accountant, bookkeeper, auditor, treasurer, controller, comptroller, financial controller, actuary, underwriter, financial analyst, tax advisor, tax adviser, investor, angel investor,
      business angel, venture capitalist, investment analyst, credit analyst, risk analyst, finance business partner, cpa, chartered accountant, trader, banker, economist, broker, quant`,
  },
  {
    departments: ['finance'],
    seniority: 'senior',
    terms: 'chief accountant, principal investor, venture partner',
  },
  {
    departments: ['finance'],
    terms: `finance, financial, finances, accounting, accounts payable, accounts receivable, bookkeeping, controlling, controllership, treasury, tax, taxes, audit, fp&a, financial planning,
      billing, invoicing, investor relations, m&a, mergers and acquisitions, mergers & acquisitions, corporate development, corp dev, corporate finance, finance operations, financial operations, fundraising, investments, investment, investment management, fund,
      venture capital, private equity, credit risk, collections, revenue accounting, internal audit, capital markets, actuarial, structured finance, finops, credit, procure to pay, order to cash, fund management, asset management, wealth`,
  },
  {
    departments: ['finance'],
    strength: 'medium',
    terms: 'risk, insurance, underwriting, equity, lending, capital, grants, banking, risk management',
  },
  // Human resources.
  {
    departments: ['hr'],
    seniority: 'executive',
    terms:
      'chro, chief people officer, chief human resources officer, chief happiness officer, chief talent officer',
  },
  {
    departments: ['hr'],
    seniority: 'mid',
    terms: `recruiter, technical recruiter, tech recruiter, sourcer, talent sourcer, headhunter, head hunter, hrbp, hr business partner, people partner, talent partner, people business partner, hr partner,
      talent scout, hr generalist, payroll specialist, hr officer, recruitment consultant`,
  },
  {
    departments: ['hr'],
    terms: `hr, human resources, human resource, human capital, talent, talent acquisition, talent management, people operations, people ops, people and culture, people & culture, people experience, people analytics, people team,
      recruiting, recruitment, hiring, staffing, employer branding, employer brand, payroll, compensation, compensation and benefits, total rewards, rewards, learning and development, learning & development, l&d,
      organizational development, organisational development, organization development, employee experience, employee relations, workforce, onboarding and training, diversity, dei, dei&b, inclusion, workplace culture, talent development, people development, hr operations, hris, people success, culture`,
  },
  {
    departments: ['hr'],
    strength: 'medium',
    terms: 'people, personnel, training, benefits, employee, employees, learning, wellbeing, happiness',
  },
  // Operations.
  {
    departments: ['operations'],
    seniority: 'executive',
    terms:
      'coo, cqo, chief procurement officer, chief supply chain officer, chief operating officer, chief operations officer, chief administrative officer, chief quality officer, chief manufacturing officer',
  },
  {
    departments: ['operations'],
    seniority: 'junior',
    effect: 'assistant',
    terms: `executive assistant, personal assistant, administrative assistant, admin assistant, office assistant, virtual assistant, ea, team assistant, receptionist,
      assistant to, operations assistant, executive secretary, executive pa, ceo assistant, management assistant`,
  },
  {
    departments: ['operations'],
    seniority: 'mid',
    terms: `buyer, purchaser, logistician, dispatcher, supply planner, demand planner, production planner, warehouse operative, driver, fleet operator, office coordinator, office administrator, welder, mechanic, electrician, assembler, quality inspector, machinist, order picker`,
  },
  {
    departments: ['operations'],
    seniority: 'manager',
    terms:
      'office manager, office lead, warehouse manager, plant manager, site manager, factory manager, facilities manager, facility manager, shift leader, fleet manager, workplace manager, station manager',
  },
  {
    departments: ['operations'],
    terms: `supply chain, logistics, procurement, purchasing, sourcing, manufacturing, production, warehouse, warehousing, facilities, facility, facility management, fulfillment, fulfilment, inventory, shipping, transport, transportation,
      office management, business operations, biz ops, bizops, strategic sourcing, supply, industrialization, industrialisation, fleet, last mile, process improvement, operational excellence, continuous improvement, lean, hse, ehs, health and safety, health & safety, clinical operations, plant, factory, industrial operations, maintenance, field operations, vendor management, trust and safety, trust & safety, quality management, qhse, quality control, process engineering, construction, demand planning`,
  },
  {
    departments: ['operations'],
    strength: 'medium',
    terms:
      'quality, workplace, office, sustainability, esg, processes, administration, administrative, admin, back office, process, vendor, planning, industrial, climate, operational, safety',
  },
  {
    departments: ['operations'],
    strength: 'weak',
    terms: 'operations, operation, ops, operating, site, general affairs',
  },
  // Support.
  {
    departments: ['support'],
    seniority: 'executive',
    terms: 'chief customer officer, chief client officer, chief customer success officer',
  },
  {
    departments: ['support'],
    seniority: 'mid',
    terms: `support engineer, customer support engineer, technical support engineer, customer success engineer, customer service agent, customer agent, call center agent, helpdesk technician, implementation consultant, implementation specialist, onboarding specialist, field service engineer, service technician, customer success associate, customer advocate, customer champion, customer hero, field engineer, application engineer, implementation engineer, deployment engineer`,
  },
  {
    departments: ['support'],
    seniority: 'manager',
    terms:
      'csm, customer success manager, technical account manager, tam, client success manager, service delivery manager',
  },
  {
    departments: ['support'],
    terms: `support, customer support, technical support, product support, client support, customer success, client success, customer service, customer services, client service, client services, customer care, client care, customer experience, cx,
      customer operations, customer happiness, customer onboarding, customer relations, client relations, helpdesk, help desk, service desk, call center, call centre, contact center, contact centre, customer engagement, implementation, implementations, onboarding, professional services, after sales, aftersales, post sales, customer excellence, client experience, customer solutions, field service, user support, member services, service delivery, customer delight, customer advocacy`,
  },
  {
    departments: ['support'],
    strength: 'medium',
    terms: 'customer, customers, client, clients, service, services, member, members, guest, patient',
  },
  // Communication.
  {
    departments: ['communication'],
    seniority: 'executive',
    terms: 'chief communications officer, chief communication officer',
  },
  {
    departments: ['communication'],
    seniority: 'mid',
    terms:
      'journalist, editor, press officer, spokesperson, spokeswoman, spokesman, publicist, speechwriter, reporter, pr consultant, translator, lobbyist, writer, proofreader, ghostwriter, correspondent',
  },
  {
    departments: ['communication'],
    seniority: 'manager',
    terms: 'editor in chief, managing editor, chief editor, chief content officer',
  },
  {
    departments: ['communication'],
    terms: `communications, communication, comms, pr, public relations, public affairs, corporate communications, corporate affairs, press, media relations, internal communications, internal comms, external communications, external affairs,
      government affairs, government relations, public policy, regulatory communications, editorial, newsroom, stakeholder relations, external relations, analyst relations, institutional relations, publishing, public sector affairs, journalism, crisis communications`,
  },
  { departments: ['communication'], strength: 'medium', terms: 'policy, publications, corporate relations' },
  // Legal.
  {
    departments: ['legal'],
    seniority: 'executive',
    terms: 'clo, gc, general counsel, chief legal officer, chief compliance officer',
  },
  {
    departments: ['legal'],
    seniority: 'mid',
    terms: `lawyer, attorney, counsel, paralegal, solicitor, barrister, dpo, data protection officer, compliance officer, company secretary, corporate secretary, patent attorney, notary, legal advisor, legal counsel, mlro, privacy officer, contract specialist, compliance analyst`,
  },
  {
    departments: ['legal'],
    terms: `legal, law, compliance, grc, privacy, data protection, regulatory, regulatory affairs, intellectual property, patents, patent, legal affairs, legal operations, legal ops, contracts, contract management, corporate governance, litigation, anti money laundering, aml, kyc, governance, trademark`,
  },
  { departments: ['legal'], strength: 'medium', terms: 'ip, ethics, contract, licences' },
];
