/** Realistic names, so that common and rare ones have realistic frequencies. */
export const FIRST = words(`
Ana María José Juan Carlos Luis Andrés Camila Valentina Santiago Sebastián Mateo Nicolás Daniela Paula Laura Natalia Sofía Isabella
Mariana Gabriela Alejandra Catalina Carolina Diana Claudia Sandra Patricia Martha Gloria Luz Esperanza Beatriz Adriana Mónica Viviana
Ximena Jimena Yuliana Tatiana Juliana Manuela Antonia Lucía Elena Teresa Rosa Carmen Pilar Mercedes Consuelo Nubia Yolanda Amparo Blanca
Fernando Ricardo Jorge Hernán Germán Álvaro Gustavo Guillermo Rodrigo Mauricio Fabián Iván Óscar Raúl Rubén Hugo Jaime Javier Felipe
Esteban Tomás Simón Samuel David Daniel Gabriel Miguel Rafael Emilio Joaquín Martín Lorenzo Bruno Thiago Emmanuel Jerónimo Cristian
Jhon Wilson Edwin Brayan Kevin Wilmer Yeison Ferney Duván Leidy Yurany Karen Íngrid Érika Angie Lina Marcela Liliana Pamela Vanessa
Begoña Nuria Inés Irene Olga Estela Fanny Edilma Graciela Ligia Aura Dora Nelly Omaira Zoraida Griselda Eugenia Celmira Otilia Hortensia
Abelardo Baltasar Ciro Demetrio Efraín Florentino Gonzalo Heriberto Ignacio Jacinto Leopoldo Melquisedec Néstor Octavio Prudencio
Quintín Ramiro Saturnino Teodoro Ulises Venancio Walter Yamid Zacarías Ánderson Dayana Estefanía Geraldine Heidy Johana Katherine Luciana`)

export const LAST = words(`
Rodríguez Gómez González Martínez García López Hernández Sánchez Ramírez Pérez Díaz Muñoz Rojas Moreno Jiménez Vargas Castro Gutiérrez
Álvarez Valencia Giraldo Restrepo Zapata Ospina Cardona Londoño Arango Vélez Mejía Correa Uribe Jaramillo Betancur Echeverri Escobar
Bermúdez Cárdenas Quintero Orozco Salazar Aguirre Henao Castaño Marín Ríos Acosta Medina Parra Suárez Torres Peña Guerrero Mendoza Ortiz
Cortés Reyes Ruiz Romero Delgado Herrera Molina Navarro Cabrera Ibáñez Núñez Ordóñez Quiñones Acuña Páez Ñáñez Galvis Téllez Solórzano
Barragán Zuluaga Hoyos Hurtado Nariño Benavides Burbano Caicedo Chamorro Erazo Figueroa Guevara Insuasti Jurado Lasso Mosquera Narváez
Obando Pantoja Portilla Revelo Rosero Tulcán Villota Yela Zambrano Abadía Bejarano Bonilla Buitrago Bustos Camargo Carvajal Cifuentes
Clavijo Cuéllar Espitia Forero Gaitán Garzón Huertas Infante Laverde Leguizamón Lozano Mahecha Manrique Montenegro Murcia Neira Nieto
Niño Olaya Ovalle Pachón Patiño Perilla Pinilla Pinto Poveda Prada Pulido Quiroga Rincón Riveros Robayo Rubiano Sabogal Sarmiento Segura
Sepúlveda Sierra Tovar Triana Umaña Urrego Vanegas Velandia Velasco Vergara Villamil Wilches Yepes Zabala Zárate Amaya Anaya Arévalo Arias
Ariza Atehortúa Ayala Badillo Barajas Barbosa Barrera Barrios Becerra Beltrán Blanco Bolaños Botero Bravo Caballero Calderón Calle Campos
Cano Carrillo Casas Castellanos Castillo Ceballos Chacón Charry Chaves Contreras Córdoba Coronado Cruz Daza Dávila Donado Duarte Duque
Durán Enciso Espinosa Estrada Fajardo Fandiño Fernández Flórez Fonseca Franco Fuentes Gallego Galeano Gamboa Gil Granados Guzmán Jácome
Lara León Linares Llanos Lobo Luna Macías Maldonado Manjarrés Mantilla Mejías Méndez Mesa Miranda Monsalve Montes Montoya Mora Morales
Naranjo Negrete Noriega Novoa Ocampo Ochoa Olarte Oliveros Oñate Osorio Otálora Oviedo Pabón Padilla Palacios Pardo Pedraza Pineda Piedrahíta
Plata Polanco Posada Prieto Puentes Puerta Quesada Quijano Ramos Rangel Rendón Rey Rivera Robledo Roldán Rosas Rueda Saavedra Salamanca
Salcedo Salgado Santamaría Santos Serna Serrano Silva Solano Soto Tabares Tamayo Tejada Tobón Toro Trujillo Urrutia Valderrama Vallejo
Varela Vásquez Vega Velásquez Vera Vidal Villa Villalobos Villegas Viveros Yáñez Zamora Zea Zuleta`)

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}
