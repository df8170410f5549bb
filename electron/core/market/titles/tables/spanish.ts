import type { TermRow } from '../term-row.ts';

/** Spanish terms. */
export const SPANISH: readonly TermRow[] = [
  {
    seniority: 'junior',
    effect: 'beginner',
    terms:
      'becario, becaria, practicante, en prácticas, prácticas, pasante, aprendiz, estudiante, estudiante en prácticas, doctorando, recién graduado, residente',
  },
  { seniority: 'junior', effect: 'assistant', terms: 'asistente, ayudante, secretario, secretaria' },
  { seniority: 'junior', terms: 'auxiliar' },
  {
    seniority: 'mid',
    terms:
      'especialista, analista, consultor, consultora, coordinador, coordinadora, asesor, asesora, gestor, gestora, ejecutivo, ejecutiva, técnico de, técnica de, oficial, agente, representante, planificador, formador, experto, experta, profesional, operario, operador, operadora, empleado, colaborador, delegado, delegada, facilitador, autónomo, promotor, promotora, dependiente',
  },
  { seniority: 'senior', terms: 'sénior' },
  {
    seniority: 'manager',
    terms:
      'jefe, jefa, jefatura, responsable, encargado, encargada, gerente, gerencia, líder, supervisor, supervisora, jefe de equipo, jefa de equipo, líder de equipo, capataz, mando intermedio, subgerente, team leader',
  },
  {
    seniority: 'director',
    terms:
      'director, directora, dirección, subdirector, subdirectora, director adjunto, directora adjunta, director de área, directora de área, jefe de departamento, jefa de departamento, jefe de área, directivo, directiva',
  },
  {
    seniority: 'executive',
    terms: 'vicepresidente, vicepresidenta, vice presidente, vice presidenta, vicepresidencia',
  },
  {
    departments: ['executive'],
    seniority: 'executive',
    effect: 'company',
    terms:
      'fundador, fundadora, cofundador, cofundadora, co fundador, co fundadora, socio fundador, socia fundadora, propietario, propietaria, copropietario, dueño, dueña, emprendedor, emprendedora, empresario, empresaria, socio director, socia directora, titular, co propietario, co dueño',
  },
  {
    departments: ['executive'],
    seniority: 'executive',
    terms:
      'director general, directora general, dirección general, director ejecutivo, directora ejecutiva, director gerente, directora gerente, gerente general, gerencia general, consejero delegado, consejera delegada, consejero, consejera, consejero independiente, consejera independiente, presidente, presidenta, presidente ejecutivo, presidenta ejecutiva, administrador único, administradora única, administrador solidario, administradora solidaria, administrador general, miembro del consejo, consejo de administración, director general adjunto, directora general adjunta, comité de dirección, subdirector general, subdirectora general, alta dirección, apoderado general, presidencia, máximo responsable, socio administrador, socia administradora',
  },
  { departments: ['executive'], seniority: 'executive', effect: 'alone', terms: 'socio, socia' },
  // Management.
  {
    departments: ['management'],
    seniority: 'director',
    terms:
      'director de país, directora de país, gerente de país, jefe de gabinete, jefa de gabinete, director regional, directora regional, director de unidad de negocio, directora de unidad de negocio, country manager españa, delegado territorial, director territorial, directora territorial',
  },
  {
    departments: ['management'],
    seniority: 'manager',
    terms:
      'jefe de proyecto, jefa de proyecto, jefe de proyectos, jefa de proyectos, jefe de producto, jefa de producto, director de proyecto, directora de proyecto, gerente de tienda, encargado de tienda, encargada de tienda, jefe de tienda, gestor de proyectos, gestora de proyectos, director de oficina, directora de oficina',
  },
  {
    departments: ['management'],
    strength: 'medium',
    terms:
      'producto, productos, estrategia, unidad de negocio, planificación estratégica, proyectos estratégicos',
  },
  {
    departments: ['management'],
    strength: 'weak',
    terms: 'proyecto, proyectos, programa, programas, transformación, gestión de proyectos, innovación',
  },
  // Engineering and IT.
  {
    departments: ['it'],
    seniority: 'mid',
    strength: 'medium',
    terms:
      'ingeniero, ingeniera, desarrollador, desarrolladora, programador, programadora, informático, informática de sistemas, científico, científica, investigador, investigadora, biólogo, bióloga, químico, química, matemático, matemática, físico, físicas, bioquímico, probador, ing',
  },
  {
    departments: ['it'],
    seniority: 'mid',
    terms:
      'científico de datos, científica de datos, analista de datos, ingeniero de software, ingeniera de software, desarrollador web, administrador de sistemas, administradora de sistemas, técnico informático, técnico de sistemas, analista programador, analista programadora, ingeniero de datos, ingeniera de datos, administrador de bases de datos, analista funcional, ingeniero informático, analista de sistemas, técnico de soporte it, delineante',
  },
  { departments: ['it'], seniority: 'mid', strength: 'weak', terms: 'arquitecto, arquitecta' },
  { departments: ['it'], seniority: 'director', terms: 'director de sistemas, directora de sistemas' },
  {
    departments: ['it'],
    terms:
      'informática, tecnologías de la información, tecnología de la información, ti, tic, sistemas de información, ciberseguridad, seguridad informática, seguridad de la información, inteligencia artificial, investigación y desarrollo, i+d, i+d+i, idi, aprendizaje automático, desarrollo de software, desarrollo web, transformación digital, base de datos, bases de datos, electrónica, software, desarrollo tecnológico, infraestructura tecnológica, i d i, oficina técnica, robótica, telecomunicaciones, nube',
  },
  {
    departments: ['it'],
    strength: 'medium',
    terms:
      'tecnología, tecnologías, tecnológico, tecnológica, datos, ingeniería, desarrollo, investigación, sistemas, seguridad, infraestructura, infraestructuras, redes, plataforma, científico técnico, analítica, laboratorio',
  },
  { departments: ['it'], strength: 'weak', terms: 'técnico, técnica, digitalización, automatización' },
  // Sales.
  {
    departments: ['sales'],
    seniority: 'mid',
    terms:
      'vendedor, vendedora, asesor comercial, asesora comercial, ejecutivo de ventas, ejecutiva de ventas, ejecutivo comercial, ejecutiva comercial, ejecutivo de cuentas, ejecutiva de cuentas, representante comercial, agente comercial, técnico comercial, técnica comercial, comercial de ventas, delegado comercial, delegada comercial, ingeniero comercial, ingeniero preventa, ingeniera preventa, ingeniero de ventas, ingeniera de ventas, teleoperador comercial, consultor comercial, gestor comercial, gestora comercial, gestor de cuentas, gestora de cuentas, asesor de ventas, consultor de ventas',
  },
  { departments: ['sales'], seniority: 'mid', effect: 'alone', terms: 'comercial' },
  {
    departments: ['sales'],
    terms:
      'ventas, venta, comercial, comerciales, preventa, preventas, desarrollo de negocio, desarrollo de negocios, desarrollo comercial, grandes cuentas, cuentas clave, cuenta clave, alianzas, partenariados, colaboraciones, ingresos, exportación, exportaciones, captación de clientes, comercialización, nuevos negocios, expansión comercial, licitaciones, canal, canales, fuerza de ventas, alianzas estratégicas, distribución',
  },
  {
    departments: ['sales'],
    strength: 'medium',
    terms: 'cuentas, negocio, negocios, expansión, mercados, tiendas, retail',
  },
  // Marketing.
  {
    departments: ['marketing'],
    seniority: 'mid',
    terms:
      'redactor publicitario, redactora publicitaria, creador de contenido, creadora de contenido, creador de contenidos, creadora de contenidos, redactor de contenidos, redactora de contenidos, gestor de comunidades, publicista, mercadólogo, mercadóloga, community, planificador de medios',
  },
  {
    departments: ['marketing'],
    terms:
      'márketing, mercadotecnia, mercadeo, publicidad, redes sociales, contenidos, contenido, adquisición, captación, marketing digital, generación de demanda, posicionamiento, e commerce, comercio electrónico, investigación de mercados, estudios de mercado, campañas, fidelización, promociones, medios sociales, social media',
  },
  {
    departments: ['marketing'],
    strength: 'medium',
    terms: 'marca, marcas, crecimiento, comunidad, comunidades, eventos, mercado, patrocinios, ferias',
  },
  // Design.
  {
    departments: ['design'],
    seniority: 'mid',
    terms:
      'diseñador, diseñadora, ilustrador, ilustradora, fotógrafo, fotógrafa, maquetador, maquetadora, animador, animadora, diseñador gráfico, diseñadora gráfica, editor de vídeo, editora de vídeo, editor de video, interiorista',
  },
  {
    departments: ['design'],
    seniority: 'director',
    terms:
      'director creativo, directora creativa, director de arte, directora de arte, dirección de arte, dirección creativa, director artístico, directora artística',
  },
  {
    departments: ['design'],
    terms:
      'diseño, diseño gráfico, diseño de producto, diseño ux, experiencia de usuario, creatividad, creativo, creativa, diseño web, audiovisual, interfaces',
  },
  // Finance.
  {
    departments: ['finance'],
    seniority: 'mid',
    terms:
      'contable, contador, contadora, auditor, auditora, tesorero, tesorera, analista financiero, analista financiera, asesor fiscal, asesora fiscal, controlador financiero, inversor, inversora, controller financiero, controller financiera, técnico contable, economista, administrativo contable, administrativa contable, actuario',
  },
  {
    departments: ['finance'],
    seniority: 'director',
    terms:
      'director administrativo, directora administrativa, director administrativo financiero, directora administrativa financiera, dirección administrativa',
  },
  {
    departments: ['finance'],
    terms:
      'finanzas, financiero, financiera, contabilidad, tesorería, fiscal, fiscalidad, impuestos, auditoría, control de gestión, facturación, cuentas por pagar, cuentas por cobrar, inversiones, inversión, control financiero, administración y finanzas, finanzas y administración, fusiones y adquisiciones, relación con inversores, relaciones con inversores, tributación, administrativo y financiero, administrativa y financiera, administrativo financiero, administrativa financiera, financiación, presupuestos, cobros, créditos, control interno, subvenciones',
  },
  { departments: ['finance'], strength: 'medium', terms: 'riesgos, riesgo, seguros, banca, capital' },
  // Human resources.
  {
    departments: ['hr'],
    seniority: 'mid',
    terms:
      'reclutador, reclutadora, técnico de selección, técnica de selección, técnico de rrhh, técnica de rrhh, seleccionador, seleccionadora',
  },
  {
    departments: ['hr'],
    terms:
      'recursos humanos, rrhh, rr hh, rh, personas, gestión de personas, personas y cultura, selección, selección de personal, reclutamiento, nóminas, nómina, capital humano, talento, relaciones laborales, gestión del talento, desarrollo organizacional, desarrollo organizativo, atracción de talento, adquisición de talento, compensación y beneficios, relación laboral, felicidad, marca empleadora, gente',
  },
  {
    departments: ['hr'],
    strength: 'medium',
    terms: 'personal, formación, cultura, compensación, bienestar, laboral',
  },
  // Operations.
  {
    departments: ['operations'],
    seniority: 'mid',
    terms:
      'comprador, compradora, administrativo, administrativa, recepcionista, mozo de almacén, operario de almacén, técnico de logística, chófer, conductor, mecánico, técnico de calidad, técnica de calidad, aprovisionador',
  },
  {
    departments: ['operations'],
    seniority: 'junior',
    effect: 'assistant',
    terms:
      'asistente de dirección, asistente de la dirección, asistente ejecutivo, asistente ejecutiva, asistente personal, asistente administrativo, asistente administrativa, secretaria de dirección, secretario de dirección, auxiliar administrativo, auxiliar administrativa, asistente del, asistente de gerencia, ayudante del, adjunto al director, adjunta al director, adjunto a dirección, adjunta a dirección, adjunto a la dirección',
  },
  {
    departments: ['operations'],
    terms:
      'operaciones, compras, logística, producción, fabricación, almacén, almacenes, cadena de suministro, aprovisionamiento, abastecimiento, planta, fábrica, mantenimiento, servicios generales, excelencia operativa, mejora continua, prevención de riesgos laborales, prl, transporte, inventarios, procesos industriales, suministros, tráfico logístico, obra, obras, suministro, manufactura, explotación, importación',
  },
  {
    departments: ['operations'],
    strength: 'medium',
    terms:
      'calidad, administración, sostenibilidad, procesos, oficina, industrial, medio ambiente, instalaciones, flota, recepción',
  },
  { departments: ['operations'], strength: 'weak', terms: 'operativo, operativa, organización' },
  // Support.
  {
    departments: ['support'],
    seniority: 'mid',
    terms:
      'teleoperador, teleoperadora, agente de atención al cliente, técnico de soporte, técnica de soporte, asesor de clientes, ejecutivo de atención al cliente',
  },
  {
    departments: ['support'],
    terms:
      'atención al cliente, servicio al cliente, soporte, soporte técnico, experiencia de cliente, experiencia del cliente, éxito del cliente, éxito de clientes, éxito de cliente, servicio de atención al cliente, posventa, postventa, relación con clientes, relaciones con clientes, servicio técnico, implantación, implementación, satisfacción del cliente, fidelización de clientes, atención a clientes, implantaciones, asistencia técnica',
  },
  { departments: ['support'], strength: 'medium', terms: 'cliente, clientes, servicio, servicios, usuarios' },
  // Communication.
  {
    departments: ['communication'],
    seniority: 'mid',
    terms: 'periodista, redactor, redactora, portavoz, traductor, traductora, editor, editora, corresponsal',
  },
  {
    departments: ['communication'],
    seniority: 'manager',
    terms: 'redactor jefe, redactora jefa, redactora jefe, jefe de redacción, jefe de prensa, jefa de prensa',
  },
  {
    departments: ['communication'],
    seniority: 'director',
    terms: 'dircom, directora de comunicación, director de comunicación',
  },
  {
    departments: ['communication'],
    terms:
      'comunicación, comunicaciones, prensa, relaciones públicas, rrpp, asuntos públicos, comunicación corporativa, comunicación interna, comunicación externa, relaciones institucionales, relaciones con los medios, relación con medios, redacción, asuntos corporativos, gabinete de prensa, gabinete de comunicación, medios',
  },
  // Legal.
  {
    departments: ['legal'],
    seniority: 'mid',
    terms:
      'abogado, abogada, jurista, notario, notaria, asesor jurídico, asesora jurídica, asesor legal, asesora legal, letrado, letrada, delegado de protección de datos, delegada de protección de datos, procurador',
  },
  {
    departments: ['legal'],
    terms:
      'jurídico, jurídica, legales, cumplimiento, cumplimiento normativo, protección de datos, asuntos legales, propiedad intelectual, asuntos regulatorios, regulatorio, derecho, asesoría jurídica, asesoría legal, contratos, regulación, patentes, normativa',
  },
  { effect: 'office', terms: 'oficina del, oficina de la, gabinete del, gabinete de la' },
];
